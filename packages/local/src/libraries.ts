// Loaded before a program: npm libraries come from the bundles that the installation has made of them (scripts/libraries.ts).
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = path.resolve(import.meta.dirname, '../../../node_modules/.libraries')
const bundles: unknown = JSON.parse(readFileSync(path.join(folder, 'bundles.json'), 'utf8'))
const files = new Map(Object.entries(Object(bundles)))

registerHooks({
  resolve(name, context, next) {
    const file = context.parentURL?.includes('/node_modules/') ? undefined : files.get(name)
    if (file === undefined) return next(name, context)
    const url = pathToFileURL(path.join(folder, 'built', String(file))).href
    return { url, format: 'module', shortCircuit: true }
  },
})
