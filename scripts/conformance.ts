// Runs the pinned conformance suite of the protocol against gateway and mcp: node scripts/conformance.ts [PROFILE…]
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runProgram } from '../harness/program.ts'
import { type ProfileName, startConformanceSystem } from './conformance/system.ts'

const root = path.resolve(import.meta.dirname, '..')
const requirements = ['2025-11-25', '2026-07-28'] as const
/** Of extensions, which are in no revision's set: each is asked by name, and nothing may fail. */
const scenarios = ['sep-2640-skills-enumeration', 'sep-2640-skills-manifest'] as const
const profiles: readonly ProfileName[] = ['lobby', 'keyed', 'fixtures']
const asked = process.argv.slice(2)

type Revision = (typeof requirements)[number]
type Run = { name: string; args: string[] }

/** The whole set of a revision, then the extensions. Expected failures are in a baseline file; a stale entry in it is a failure too. */
function runsOf(profile: ProfileName, revision: Revision): Run[] {
  const list = `${profile === 'fixtures' ? 'fixtures' : 'product'}-${revision.slice(0, 4)}.yml`
  const baseline = path.join(root, 'services/mcp/conformance', list)
  const expected = existsSync(baseline) ? ['--expected-failures', baseline] : []
  const name = `${profile} ${revision}`
  const named = scenarios.map((scenario) => ({
    name: `${name} ${scenario}`,
    args: ['--scenario', scenario, '--spec-version', revision, '--force'],
  }))
  return [{ name, args: ['--requirements', revision, ...expected] }, ...named]
}

/** Runs the suite once: whether it ended as expected. */
async function run(url: string, { name, args }: Run, out: string): Promise<boolean> {
  const suite = path.join(root, 'node_modules/.bin/conformance')
  const given = ['server', '--url', url, ...args, '-o', path.join(out, name)]
  const { code, stdout, stderr } = await runProgram(suite, given, { env: { NO_COLOR: '1' } })
  const output = `${stdout}${stderr}`
  const [, checks = 'no checks'] = /^(?:Total|Passed): (.*)$/m.exec(output) ?? []
  console.log(code === 0 ? `ok    ${name}: ${checks} as listed` : `fail  ${name}: ${checks}\n${output}`)
  return code === 0
}

const out = mkdtempSync(path.join(tmpdir(), 'conformance-out-'))
const system = await startConformanceSystem()
try {
  for (const profile of profiles.filter((name) => asked.length === 0 || asked.includes(name)))
    for (const each of requirements.flatMap((revision) => runsOf(profile, revision)))
      if (!(await run(system.url(profile), each, out))) process.exitCode = 1
} finally {
  await system.stop()
  rmSync(out, { recursive: true, force: true })
}
