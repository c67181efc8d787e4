// Builds the dashboard's front end with Vite's own API: node scripts/web.ts
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const service = path.resolve(import.meta.dirname, '../services/dashboard')
const outDir = path.join(service, 'src', 'built')
const features = path.join(service, 'web', 'features')
// The workspace's root has no front end: Vite is the dashboard's own.
const { build } = await import(path.join(service, 'node_modules/vite/dist/node/index.js'))

// The tests' own value would give React as it is for development.
process.env.NODE_ENV = 'production'
await build({
  root: path.join(service, 'web'),
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  build: {
    outDir,
    emptyOutDir: true,
    // A strict policy refuses scripts and fonts that stand inside a document.
    assetsInlineLimit: 0,
    // All sheets together are a few kilobytes.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Of a feature's exports.ts a page loads what it uses.
      treeshake: { moduleSideEffects: (id: string) => !id.startsWith(features) },
      // Code that every page needs is one file.
      output: { codeSplitting: { groups: [{ name: 'main', test: /web.app.main\.tsx$/ }] } },
    },
  },
})

const assets = path.join(outDir, 'assets')
// The manifest names them: another picture has another name.
const icons = path.join(service, 'web', 'kit', 'icons')
for (const name of readdirSync(icons)) copyFileSync(path.join(icons, name), path.join(assets, name))
for (const name of readdirSync(assets).filter((file) => /\.(js|css|svg|webmanifest)$/.test(file))) {
  const bytes = readFileSync(path.join(assets, name))
  // Quality 11 takes ten times as long for a twentieth less.
  const smaller = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  writeFileSync(path.join(assets, `${name}.br`), smaller)
}
