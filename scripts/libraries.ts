// Bundles the npm libraries that our programs import, into some forty files below node_modules: of the time of a start most went into
// loading their thousands. Our own sources stay as they are. Read by packages/local/src/libraries.ts: node scripts/libraries.ts
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin, registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'node_modules', '.libraries')
const built = path.join(folder, 'built')
const services = readdirSync(path.join(root, 'services')).map((name) => path.join('services', name))
const packages = ['shared', 'outside', 'sandbox'].map((name) => path.join('packages', name))

/** Libraries by the name that is imported, each with the packages of ours that do. */
const importers = new Map<string, string[]>()
for (const own of [...services, ...packages].map((name) => path.join(root, name)))
  for (const file of readdirSync(path.join(own, 'src'), { recursive: true, encoding: 'utf8' }))
    if (/\.ts$/.test(file) && !/\.test\.ts$|^(generated|built)|testing/.test(file))
      for (const name of librariesOf(readFileSync(path.join(own, 'src', file), 'utf8')))
        importers.set(name, [...new Set(importers.get(name)).add(own)])

function librariesOf(text: string): string[] {
  const imports = text.matchAll(/^import (?!type )[\w\s{},*]+ from '([^'.][^']*)'/gm)
  return [...imports].flatMap(([, name = '']) => (name.startsWith('@rts/') || isBuiltin(name) ? [] : name))
}

/** Whether all of ours get the same version. */
function isOne(name: string, owners: string[]): boolean {
  const [first = '', second = ''] = name.split('/')
  const place = first.startsWith('@') ? path.join(first, second) : first
  return new Set(owners.map((own) => realpathSync(path.join(own, 'node_modules', place)))).size === 1
}

const files = new Map<string, string>()
registerHooks({
  resolve(name, context, next) {
    const [owner] = context.parentURL === import.meta.url ? (importers.get(name) ?? []) : []
    if (owner === undefined) return next(name, context)
    const found = next(name, { ...context, parentURL: pathToFileURL(path.join(owner, 'package.json')).href })
    files.set(name, fileURLToPath(found.url))
    return found
  },
})

/** A module that exports what a library does, as Node shows it: a bundler sees no names in CommonJS. */
async function entryOf(name: string): Promise<string> {
  const names = Object.keys(await import(name))
  const from = JSON.stringify(files.get(name))
  if (!names.includes('module.exports')) {
    return `export * from ${from}\n${names.includes('default') ? `export { default } from ${from}` : ''}`
  }
  const own = names.filter((each) => /^[a-z_$][\w$]*$/i.test(each) && each !== 'default')
  const lines = own.map((each, i) => `const name${i} = library.${each}\nexport { name${i} as ${each} }`)
  return [`import library from ${from}`, 'export default library', ...lines].join('\n')
}

/** One letter outside of Latin-1 makes V8 keep two bytes for each letter of a file. After a backslash an escape would read otherwise. */
function inLatin1(code: string): string {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  return code.replace(/(?<!\\)[^\0-\xff]/g, escaped)
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(path.join(folder, 'entries'), { recursive: true })
const bundles: Record<string, string> = {}
for (const [name, owners] of importers) {
  if (!isOne(name, owners)) continue
  const file = `${name.replace(/\W+/g, '_')}.mjs`
  writeFileSync(path.join(folder, 'entries', file), await entryOf(name))
  bundles[name] = file
}

// The workspace's root has no front end: Vite is the dashboard's own.
const { build } = await import(path.join(root, 'services/dashboard/node_modules/vite/dist/node/index.js'))
await build({
  root: folder,
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node24',
    outDir: built,
    // Names of functions and lines stay readable in stack traces.
    minify: false,
    rollupOptions: {
      input: Object.values(bundles).map((file) => path.join(folder, 'entries', file)),
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', comments: false },
    },
  },
})
for (const name of readdirSync(built)) {
  const file = path.join(built, name)
  writeFileSync(file, inLatin1(readFileSync(file, 'utf8')))
}
// Last: it says that all is there.
writeFileSync(path.join(folder, 'bundles.json'), JSON.stringify(bundles))
