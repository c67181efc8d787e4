// How the front end is cut into files, and which of them each page loads.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The files that pages share. Over a slow network each request costs more than some kilobytes that a page does not need: a browser has
 * six connections. Those above take the modules that those below use as well.
 */
export const parts = [
  { name: 'main', test: /web.app.main\.tsx$/, priority: 6 },
  // As large as all other parts of the kit, for a few pages.
  { name: 'markdown', test: /markdown\.tsx$/, priority: 5 },
  { name: 'kit', test: /web.(kit.(?!chart)|api)/, minShareCount: 2, priority: 4 },
  { name: 'charts', test: /web.kit.chart/, minShareCount: 2, priority: 3 },
  {
    name: 'ranks',
    test: /web.features.(ranks|notes|results-pages|first-steps|sites|operator|raised-alerts)/,
    minShareCount: 2,
    priority: 2,
  },
  { name: 'keywords', test: /web.features.(keywords|collects)/, minShareCount: 2, priority: 1 },
]

type Chunk = { file: string; imports?: string[] }
export type Manifest = Record<string, Chunk>

const route = /path: pages\.(\w+),(?:(?!createRoute)[\s\S])*?import\('\.\/([\w-]+\.tsx)'\)/g

/** The scripts of each page by its name in `routes.ts`, without those of `document`, the HTML. Throws for a page without code. */
export function scriptsOfPages(
  web: string,
  document: string,
  manifest: Manifest,
  names: readonly string[],
): Record<string, string[]> {
  const code = new Map<string, string>()
  for (const file of globSync('features/*/page.ts', { cwd: web }))
    for (const [, page = '', name = ''] of readFileSync(path.join(web, file), 'utf8').matchAll(route))
      code.set(page, path.posix.join(path.posix.dirname(file), name))
  return Object.fromEntries(
    names.map((name) => {
      const chunks = chunksFrom(manifest, code.get(name) ?? '')
      if (chunks.length === 0) throw new Error(`the page ${name} has no code`)
      const files = chunks.map((key) => `/${manifest[key]?.file}`)
      return [name, files.filter((file) => !document.includes(file))]
    }),
  )
}

/** A chunk and all that it imports, each once. */
function chunksFrom(manifest: Manifest, key: string, found: string[] = []): string[] {
  const chunk = manifest[key]
  if (!chunk || found.includes(key)) return found
  found.push(key)
  for (const next of chunk.imports ?? []) chunksFrom(manifest, next, found)
  return found
}
