// Runs the pinned conformance suite of the protocol against gateway and mcp: npm run conformance
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runProgram } from '../harness/program.ts'
import { startConformanceSystem } from './conformance/system.ts'

const root = path.resolve(import.meta.dirname, '..')
const revisions = ['2025-11-25', '2026-07-28']
/** Of extensions, which are in no revision's set: each is asked by name, and nothing may fail. */
const scenarios = ['sep-2640-skills-enumeration', 'sep-2640-skills-manifest']
const out = mkdtempSync(path.join(tmpdir(), 'conformance-out-'))

/** The whole set of a revision. Expected failures are in a baseline file; a stale entry in it is a failure too. */
function wholeSet(profile: string, revision: string): string[] {
  const list = `${profile === 'fixtures' ? 'fixtures' : 'product'}-${revision.slice(0, 4)}.yml`
  const baseline = path.join(root, 'services/mcp/conformance', list)
  return ['--requirements', revision, ...(existsSync(baseline) ? ['--expected-failures', baseline] : [])]
}

/** Runs the suite once, and prints whether it ended as expected. */
async function run(name: string, url: string, args: readonly string[]): Promise<void> {
  const suite = path.join(root, 'node_modules/.bin/conformance')
  const given = ['server', '--url', url, ...args, '-o', path.join(out, name)]
  const { code, stdout, stderr } = await runProgram(suite, given, { env: { NO_COLOR: '1' } })
  const output = `${stdout}${stderr}`
  const [, checks = 'no checks'] = /^(?:Total|Passed): (.*)$/m.exec(output) ?? []
  console.log(code === 0 ? `ok    ${name}: ${checks} as listed` : `fail  ${name}: ${checks}\n${output}`)
  if (code !== 0) process.exitCode = 1
}

const { profiles, stop } = await startConformanceSystem()
try {
  for (const { name, url } of profiles)
    for (const revision of revisions) {
      await run(`${name} ${revision}`, url, wholeSet(name, revision))
      for (const scenario of scenarios) {
        const args = ['--scenario', scenario, '--spec-version', revision, '--force']
        await run(`${name} ${revision} ${scenario}`, url, args)
      }
    }
} finally {
  await stop()
  rmSync(out, { recursive: true, force: true })
}
