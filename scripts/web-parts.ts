// How the front end is cut into files, and which of them each page loads.
import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

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

type PageRoute = { options: { path: string; component: { load(): Promise<{ default: string }> } } }
type Parsed = { module: { staticExports: { entries: { isType: boolean; exportName: { name: string } }[] }[] } }

/** The file of each page's code by the page's path, as the routes of every `page.ts` have them. */
export async function codeOfPages(web: string, parse: (file: string, text: string) => Parsed) {
  const code = new Map<string, string>()
  // Node cannot read .tsx: a module with the same exports, all empty, takes the place of each. Its default is its file.
  const hooks = registerHooks({
    load(url, context, next) {
      if (!url.endsWith('.tsx')) return next(url, context)
      const file = fileURLToPath(url)
      const entries = parse(file, readFileSync(file, 'utf8')).module.staticExports.flatMap((each) => each.entries)
      const names = entries
        .filter(({ isType }) => !isType)
        .map(({ exportName }) => `export const ${exportName.name} = 0`)
      const source = [...names, `export default ${JSON.stringify(path.relative(web, file))}`].join('\n')
      return { format: 'module', source, shortCircuit: true }
    },
  })
  for (const file of globSync('features/*/page.ts', { cwd: web })) {
    const routes: Record<string, PageRoute[]> = await import(path.join(web, file))
    for (const { options } of Object.values(routes).flat())
      code.set(options.path, (await options.component.load()).default)
  }
  hooks.deregister()
  return code
}

/** The scripts that a page loads besides those of `document`, the HTML. Throws for a page without code. */
export function scriptsOf(code: string, document: string, manifest: Manifest): string[] {
  const chunks = chunksFrom(manifest, code)
  if (chunks.length === 0) throw new Error(`a page without code: ${code}`)
  return chunks.map((key) => `/${manifest[key]?.file}`).filter((file) => !document.includes(file))
}

/** A chunk and all that it imports, each once. */
function chunksFrom(manifest: Manifest, key: string, found: string[] = []): string[] {
  const chunk = manifest[key]
  if (!chunk || found.includes(key)) return found
  found.push(key)
  for (const next of chunk.imports ?? []) chunksFrom(manifest, next, found)
  return found
}
