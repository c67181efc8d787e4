import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { ReaderLanguage } from '@rts/shared/contract/rows/person'
import { z } from 'zod'
import { offlineWorker } from '../../web/routes.ts'
import type { Answer } from './visit.ts'

export type WebFile = { type: string; bytes: Buffer; brotli: Buffer | undefined }
/** The built front end: the document of every page in each language, and the files of all by their address. */
export type WebFiles = {
  documents: Readonly<Record<ReaderLanguage, string>>
  /** The scripts of each page beyond those of the document, by the name of the page. */
  scripts: Readonly<Record<ReaderLanguage, Readonly<Record<string, readonly string[]>>>>
  /** The script inside a document: it begins the page's first calls. */
  begin: string
  files: ReadonlyMap<string, WebFile>
  worker: Buffer
  guides: WebFile
  guideNames: ReadonlySet<string>
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

/** Reads the built front end into memory: a few megabytes. Throws where there is none. */
export function readWebFiles(folder: string): WebFiles {
  const names = readdirSync(path.join(folder, 'assets'))
  const bytesOf = (name: string) => readFileSync(path.join(folder, 'assets', name))
  const files = names
    .filter((name) => !name.endsWith('.br'))
    .map((name): [string, WebFile] => {
      const type = types[path.extname(name)] ?? 'application/octet-stream'
      return [
        `/assets/${name}`,
        { type, bytes: bytesOf(name), brotli: names.includes(`${name}.br`) ? bytesOf(`${name}.br`) : undefined },
      ]
    })
  const textOf = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  return {
    documents: inEach((language) => textOf(`${language}.html`)),
    scripts: inEach((language) => JSON.parse(textOf(`${language}.json`))),
    begin: textOf('begin.js'),
    files: new Map(files),
    worker: readFileSync(path.join(folder, path.basename(offlineWorker))),
    ...readGuides(textOf('guides.json')),
  }
}

const written = z.object({ guides: z.array(z.object({ name: z.string() })) })

function readGuides(text: string): Pick<WebFiles, 'guides' | 'guideNames'> {
  const bytes = Buffer.from(text)
  return {
    guides: { type: 'application/json', bytes, brotli: brotliCompressSync(bytes) },
    guideNames: new Set(written.parse(JSON.parse(text)).guides.map(({ name }) => name)),
  }
}

function inEach<T>(read: (language: ReaderLanguage) => T): Record<ReaderLanguage, T> {
  return { en: read('en'), id: read('id') }
}

/** A file as it is, or smaller for a browser that reads brotli. */
export function fileAnswer({ type, bytes, brotli }: WebFile, accepts: string, caching: string): Answer {
  const headers = { 'Content-Type': type, 'Cache-Control': caching, Vary: 'Accept-Encoding' }
  if (!brotli || !/\bbr\b/i.test(accepts)) return { headers, body: bytes }
  return { headers: { ...headers, 'Content-Encoding': 'br' }, body: brotli }
}
