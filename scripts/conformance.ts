// Runs the pinned conformance suite of the protocol against gateway and mcp: node scripts/conformance.ts [PROFILE…]
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
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
function run(url: string, { name, args: own }: Run, out: string): Promise<boolean> {
  const args = ['server', '--url', url, ...own, '-o', path.join(out, name)]
  const child = spawn(path.join(root, 'node_modules/.bin/conformance'), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  const parts: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part))
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => {
      const output = Buffer.concat(parts).toString()
      const [, checks = 'no checks'] = /^(?:Total|Passed): (.*)$/m.exec(output) ?? []
      const result = code === 0 ? ['ok  ', ' as listed'] : ['fail', '']
      console.log(`${result[0]}  ${name}: ${checks}${result[1]}`)
      if (code !== 0) console.log(output)
      resolve(code === 0)
    })
  })
}

const out = mkdtempSync(path.join(tmpdir(), 'conformance-out-'))
const system = await startConformanceSystem()
try {
  for (const profile of profiles.filter((name) => asked.length === 0 || asked.includes(name))) {
    for (const revision of requirements) {
      for (const each of runsOf(profile, revision)) {
        if (!(await run(system.url(profile), each, out))) process.exitCode = 1
      }
    }
  }
} finally {
  await system.stop()
  rmSync(out, { recursive: true, force: true })
}
