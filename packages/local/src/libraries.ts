// Loaded before a program: npm libraries come from the bundles that the installation has made of them (scripts/libraries.ts). Our own
// files are where their names say; Node would look for each of them, and for its package, on the disk.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = path.resolve(import.meta.dirname, '../../../node_modules/.libraries')
const bundles: unknown = JSON.parse(readFileSync(path.join(folder, 'bundles.json'), 'utf8'))
const files = new Map(Object.entries(Object(bundles)))
const packages = new URL('../../', import.meta.url)

/** The file of ours with this name, as `exports` in the package.json of these packages says. */
function ownFile(name: string, parentUrl: string): string | undefined {
  if (name.startsWith('.') && name.endsWith('.ts')) return new URL(name, parentUrl).href
  const [, owner, file] = name.match(/^@rts\/(shared|outside|sandbox)\/(.+)$/) ?? []
  return owner && new URL(`${owner}/src/${file}.ts`, packages).href
}

registerHooks({
  resolve(name, context, next) {
    const { parentURL = '' } = context
    if (parentURL === '' || parentURL.includes('/node_modules/')) return next(name, context)
    const own = ownFile(name, parentURL)
    if (own !== undefined) return { url: own, format: 'module-typescript', shortCircuit: true }
    const file = files.get(name)
    if (file === undefined) return next(name, context)
    const url = pathToFileURL(path.join(folder, 'built', String(file))).href
    return { url, format: 'module', shortCircuit: true }
  },
})
