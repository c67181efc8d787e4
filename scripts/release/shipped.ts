import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Notice } from './notices.ts'

const component = z.looseObject({ 'bom-ref': z.string(), scope: z.string().optional() })
const dependency = z.object({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })
const bill = z.looseObject({ components: z.array(component), dependencies: z.array(dependency) })
const bundledList = z.array(z.object({ name: z.string(), version: z.string() }))
const found = z.object({ name: z.string(), versions: z.array(z.string()), paths: z.array(z.string()) })

const refOf = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** All packages that images and pages ship, as CycloneDX: production dependencies, and those that Vite put into the pages. Needs built pages. */
export function shippedBill(root: string) {
  const all = bill.parse(pnpm(root, 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application'))
  const list = readFileSync(path.join(root, 'services/dashboard/src/built/licenses.json'), 'utf8')
  const bundled = bundledList.parse(JSON.parse(list)).map(({ name, version }) => refOf(name, version))
  const isShipped = (one: z.output<typeof component>) => one.scope !== 'excluded' || bundled.includes(one['bom-ref'])
  // The pages' manifest has their libraries for development: none is there at run time.
  const components = all.components.filter(isShipped).map(({ scope, properties, ...rest }) => rest)
  const unshipped = new Set(all.components.filter((one) => !isShipped(one)).map((one) => one['bom-ref']))
  const dependencies = all.dependencies
    .filter(({ ref }) => !unshipped.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => !unshipped.has(one)) }))
  return { ...all, components, dependencies }
}

/** The licence, with its text, of each package that is shipped and that others made. */
export function shippedNotices(root: string): Notice[] {
  const refs = new Set(shippedBill(root).components.map((one) => one['bom-ref']))
  const licences = z.record(z.string(), z.array(found)).parse(pnpm(root, '--recursive', 'licenses', 'list', '--json'))
  const notices = Object.entries(licences).flatMap(([identifier, packages]) =>
    packages.flatMap(({ name, versions, paths }) =>
      versions.map((version, i) => ({ name, version, identifier, text: textIn(paths[i] ?? '') })),
    ),
  )
  const shipped = notices.filter(({ name, version }) => refs.has(refOf(name, version)))
  return shipped.sort((a, b) => a.name.localeCompare(b.name, 'en'))
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
