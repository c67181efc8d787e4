// Builds the dashboard's front end with Vite's own API, once in each language: node scripts/web.ts
import { hash } from 'node:crypto'
import { copyFileSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { pages } from '../services/dashboard/web/routes.ts'
import { noticesText } from './release/notices.ts'
import { codeOfPages, parts, scriptsOf } from './web-parts.ts'

const service = path.resolve(import.meta.dirname, '../services/dashboard')
const outDir = path.join(service, 'src', 'built')
const web = path.join(service, 'web')
const features = path.join(web, 'features')
const english = path.join(service, 'texts')
/** The folder of each language's texts. A shared file is in the folder of the English ones alone. */
const texts = { en: english, id: path.join(english, 'id') }
// The workspace's root has no front end: Vite is the dashboard's own.
const { build, parseSync } = await import(path.join(service, 'node_modules/vite/dist/node/index.js'))

// The tests' own value would give React as it is for development.
process.env.NODE_ENV = 'production'
const code = await codeOfPages(web, parseSync)
rmSync(outDir, { recursive: true, force: true })
for (const [language, folder] of Object.entries(texts)) {
  const { document } = await import(path.join(folder, 'locale.ts'))
  await build({
    root: web,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [textsOf(folder), documentIn(document)],
    build: {
      outDir,
      emptyOutDir: false,
      // A strict policy refuses scripts and fonts that stand inside a document.
      assetsInlineLimit: 0,
      // All sheets together are a few kilobytes.
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      manifest: 'manifest.json',
      license: { fileName: 'licenses.json' },
      rolldownOptions: {
        // Of a feature's exports.ts a page loads what it uses.
        treeshake: { moduleSideEffects: (id: string) => !id.startsWith(features) },
        output: { codeSplitting: { groups: parts } },
      },
    },
  })
  const html = path.join(outDir, `${language}.html`)
  writeFileSync(html, withLicences(readFileSync(path.join(outDir, 'index.html'), 'utf8')))
  rmSync(path.join(outDir, 'index.html'))
  const manifest = JSON.parse(readFileSync(path.join(outDir, 'manifest.json'), 'utf8'))
  const scripts = Object.entries(pages).map(([name, page]) => {
    return [name, scriptsOf(code.get(page) ?? '', readFileSync(html, 'utf8'), manifest)]
  })
  writeFileSync(path.join(outDir, `${language}.json`), JSON.stringify(Object.fromEntries(scripts)))
}

rmSync(path.join(outDir, 'manifest.json'))
for (const name of ['begin.js', 'offline-worker.js']) copyFileSync(path.join(web, name), path.join(outDir, name))
writeFileSync(
  path.join(outDir, 'guides.json'),
  JSON.stringify({ guides: guidesOf(path.resolve(service, '../../docs')) }),
)
const assets = path.join(outDir, 'assets')
// The manifest names them: another picture has another name.
const icons = path.join(web, 'kit', 'icons')
for (const name of readdirSync(icons)) copyFileSync(path.join(icons, name), path.join(assets, name))
for (const name of readdirSync(assets).filter((file) => /\.(js|css|svg|txt|webmanifest)$/.test(file))) {
  const bytes = readFileSync(path.join(assets, name))
  // Quality 11 takes ten times as long for a twentieth less.
  const smaller = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  writeFileSync(path.join(assets, `${name}.br`), smaller)
}

/** Pages import the English texts; this gives them the file of the same name in another folder. */
function textsOf(folder: string) {
  const names = new Set(globSync('*.ts', { cwd: folder }))
  return {
    name: 'texts',
    enforce: 'pre',
    resolveId(source: string, importer = '') {
      const file = path.resolve(path.dirname(importer), source)
      if (folder === english || path.dirname(file) !== english || path.dirname(importer) === folder) return null
      return names.has(path.basename(file)) ? path.join(folder, path.basename(file)) : null
    },
  }
}

/** The sentences of the document itself. */
function documentIn(words: { language: string; loading: string; needsJavaScript: string }) {
  const transformIndexHtml = (html: string) =>
    html
      .replace(/<!--(\w+)-->/g, (mark, name) => Object(words)[name] ?? mark)
      .replace('lang="en"', `lang="${words.language}"`)
  return { name: 'document', transformIndexHtml }
}

/** A document that leads to the licences of the libraries in its scripts and sheets: those drop comments. */
function withLicences(html: string): string {
  const text = noticesText(JSON.parse(readFileSync(path.join(outDir, 'licenses.json'), 'utf8')))
  const file = `assets/licenses-${hash('sha256', text).slice(0, 8)}.txt`
  writeFileSync(path.join(outDir, file), text)
  return html.replace('</head>', `<link rel="license" href="/${file}"></head>`)
}

/** The guides of docs/api and docs/agents, in the order of a first reading: their names, titles and texts. */
function guidesOf(docs: string) {
  const read = (folder: string, name: string) => {
    const text = readFileSync(path.join(docs, folder, `${name}.md`), 'utf8')
    const [, title = '', below = ''] = /^# (.+)\n([\s\S]*)$/.exec(text) ?? []
    return { title, text: below }
  }
  const order = [
    'overview',
    'auth-and-limits',
    'endpoints',
    'lists',
    'collected-data',
    'webhooks',
    'errors',
    'versions',
  ]
  return ['api', 'agents'].flatMap((folder) => {
    const names = readdirSync(path.join(docs, folder)).map((file) => path.basename(file, '.md'))
    const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
    return names
      .sort((a, b) => placeOf(a) - placeOf(b) || a.localeCompare(b))
      .map((name) => {
        const guide = { name, folder, ...read(folder, name) }
        // A problem's `type` leads to the entry of its code: below the guide of errors.
        return name === 'errors' ? { ...guide, text: guide.text + read('reference', name).text } : guide
      })
  })
}
