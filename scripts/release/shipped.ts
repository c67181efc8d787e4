import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Notice } from './notices.ts'

const component = z.looseObject({ 'bom-ref': z.string() })
const dependency = z.object({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })
const bill = z.looseObject({ components: z.array(component), dependencies: z.array(dependency) })
const bundledList = z.array(z.object({ name: z.string(), version: z.string() }))
const found = z.object({ name: z.string(), paths: z.array(z.string()) })
const manifest = z.object({ version: z.string() })

const refOf = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** All packages that images and pages ship, as CycloneDX: production dependencies, and those that Vite put into the pages. Needs built pages. */
export function shippedBill(root: string) {
  const billFor = (...of: string[]) =>
    bill.parse(pnpm(root, 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application', ...of))
  const list = readFileSync(path.join(root, 'services/dashboard/src/built/licenses.json'), 'utf8')
  const bundled = bundledList.parse(JSON.parse(list)).map(({ name, version }) => refOf(name, version))
  // A package that is both is of either kind in the whole bill, by chance.
  const shipped = new Set([...bundled, ...billFor('--prod').components.map((one) => one['bom-ref'])])
  const all = billFor()
  const components = all.components
    .filter((one) => shipped.has(one['bom-ref']))
    .map(({ scope, properties, ...rest }) => rest)
  const others = new Set(all.components.map((one) => one['bom-ref']).filter((ref) => !shipped.has(ref)))
  const dependencies = all.dependencies
    .filter(({ ref }) => !others.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => !others.has(one)) }))
  return { ...all, components, dependencies }
}

/** The licence, with its text, of each package that is shipped and that others made. */
export function shippedNotices(root: string): Notice[] {
  const refs = new Set(shippedBill(root).components.map((one) => one['bom-ref']))
  const licences = z.record(z.string(), z.array(found)).parse(pnpm(root, '--recursive', 'licenses', 'list', '--json'))
  // One version may have several folders, which differ in their own dependencies.
  const notices = new Map<string, Notice>()
  for (const [identifier, packages] of Object.entries(licences))
    for (const { name, paths } of packages)
      for (const folder of paths) {
        const { version } = manifest.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')))
        const ref = refOf(name, version)
        if (refs.has(ref)) notices.set(ref, { name, version, identifier, text: textIn(folder) })
      }
  return [...notices].sort(([a], [b]) => a.localeCompare(b, 'en')).map(([, notice]) => notice)
}

/** Some packages have their licence at the end of their README alone. */
function textIn(folder: string): string {
  const read = (pattern: string) =>
    globSync(pattern, { cwd: folder }).map((file) => readFileSync(path.join(folder, file), 'utf8'))
  const texts = read('{[Ll][Ii][Cc][Ee][NnSs]*,COPYING*,NOTICE*}')
  return texts.join('\n\n') || (/^#+ *licen[cs]e\b[\s\S]*/im.exec(read('[Rr][Ee][Aa][Dd]*')[0] ?? '')?.[0] ?? '')
}

function pnpm(root: string, ...args: string[]): unknown {
  // Images have it already.
  const [command = '', ...words] = (process.env.PNPM ?? 'npx -y pnpm@12.21.0').split(' ')
  return JSON.parse(execFileSync(command, [...words, ...args], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }))
}
