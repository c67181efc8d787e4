import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'

/** A gzip file on this machine or at an address, as decoded bytes; `read` and `total` count the packed ones. */
export type OpenFile = { bytes: Readable; read(): number; total: number | null }

type Packed = { packed: Readable; total: number | null }

export async function openFile(place: string): Promise<OpenFile> {
  const { packed, total } = /^https?:\/\//.test(place) ? await fromAddress(place) : await fromDisk(place)
  let read = 0
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read += chunk.length
      done(null, chunk)
    },
  })
  const bytes = createGunzip({ chunkSize: 65_536 })
  packed.on('error', (error) => bytes.destroy(error))
  bytes.on('close', () => packed.destroy())
  packed.pipe(counting).pipe(bytes)
  return { bytes, read: () => read, total }
}

async function fromDisk(path: string): Promise<Packed> {
  const { size } = await stat(path)
  return { packed: createReadStream(path, { highWaterMark: 262_144 }), total: size }
}

async function fromAddress(url: string): Promise<Packed> {
  const response = await fetch(url, { redirect: 'error' })
  if (!response.ok || !response.body) throw new Error(`the graph's server answered ${response.status}`)
  const length = response.headers.get('content-length')
  // safe because Node's fetch and its streams have one web stream; their types come from two libraries
  const body = response.body as ReadableStream
  return { packed: Readable.fromWeb(body), total: length === null ? null : Number(length) }
}
