import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type ProgramName, programNames, serviceNames } from '@rts/shared/contract/services'
import { subjectsSentBy } from '@rts/shared/derive/subjects'
import { type CallerClaims, createCallerSigner, createCallerVerifier } from '@rts/shared/service/caller-signature'
import { afterAll, describe, expect, it } from 'vitest'
import { newEnv, root, type Variables } from './support/compose.ts'

const script = path.join(root, 'deploy/caller-keys.sh')
const now = Date.UTC(2026, 0, 15, 12)
const folder = mkdtempSync(path.join(tmpdir(), 'caller-keys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function filtered(env: Variables, named: string[] = [], more: NodeJS.ProcessEnv = {}): Variables {
  const input = Object.entries(env)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
  const made = spawnSync('sh', [script, '', ...named], { input, encoding: 'utf8', env: { ...process.env, ...more } })
  if (made.status !== 0) throw new Error(made.stderr)
  const lines = made.stdout.trim().split('\n')
  return Object.fromEntries(lines.map((line) => [line.split('=', 1)[0] ?? '', line.slice(line.indexOf('=') + 1)]))
}

/** The keys in the container of a program. */
function heldBy(program: ProgramName, env: Variables) {
  const { CALLER_PUBLIC_KEYS = '' } = env
  return { CALLER_KEY: env[`${program.toUpperCase()}_CALLER_KEY`] ?? '', CALLER_PUBLIC_KEYS }
}

/** The calls between programs that fail while the replicas of one `.env` call those of another. */
function failures(issuers: Variables, audiences: Variables): string[] {
  return programNames.flatMap((issuer) => {
    const sign = createCallerSigner(issuer, heldBy(issuer, issuers))
    const subjects = issuer === 'operator' ? ['rpc.>'] : subjectsSentBy(issuer)
    return serviceNames.flatMap((audience) => {
      const called = subjects.find((one) => one.split('.')[1] === audience || one === 'rpc.>')
      if (called === undefined) return []
      const request = { method: 'NATS', target: called.replace('>', 'x'), body: Buffer.alloc(0) }
      const kind = issuer === 'operator' ? 'operator' : 'system'
      const rest = { keyId: null, role: null, siteIds: null, collect: 'deny', requestId: 'r1' } as const
      const claims: CallerClaims = { aud: audience, iat: now, kind, accountId: '', plan: 'free', ...rest }
      try {
        createCallerVerifier(audience, heldBy(audience, audiences))(sign(claims, request), request, now)
        return []
      } catch {
        return [`${issuer} calls ${audience}`]
      }
    })
  })
}

describe('a rotation', () => {
  const first = newEnv()

  it.each([[[]], [['content']]])(
    'of %j fails no call between old and new replicas, at any of its three steps',
    (named) => {
      const steps = [first]
      for (let i = 0; i < 3; i++) steps.push(filtered(steps.at(-1) ?? {}, named))
      for (const [i, after] of steps.entries()) {
        const before = steps[i - 1] ?? after
        for (const [from, to] of [
          [before, after],
          [after, before],
          [after, after],
        ] as const)
          expect(failures(from, to)).toEqual([])
      }
      const last = steps.at(-1) ?? {}
      const changed = programNames.filter((name) => heldBy(name, first).CALLER_KEY !== heldBy(name, last).CALLER_KEY)
      expect(changed).toEqual(named.length > 0 ? named : programNames)
      for (const name of changed) expect(heldBy(name, last).CALLER_KEY).toMatch(/^k2:[\w-]{43}$/)
      expect(failures(first, last).length).toBeGreaterThan(0)
    },
  )

  it('of a program that there is not is refused, by name', () => {
    expect(() => filtered(first, ['contents'])).toThrow('contents is none of gateway')
  })
})

describe('keys are made', () => {
  it('where an .env has none, and its other lines stay', () => {
    const before = { SEAL_KEYS: 'k1:another' }
    const after = filtered(before)
    expect(after).toMatchObject(before)
    expect(failures(after, after)).toEqual([])
  })

  it('in the file, readable by its owner alone', () => {
    const file = path.join(folder, 'env')
    writeFileSync(file, 'PUBLIC_URL=http://ranks.example\n')
    execFileSync('sh', [script, file])
    expect(execFileSync('stat', ['-c', '%a', file], { encoding: 'utf8' }).trim()).toBe('600')
  })

  it('by the image of Node on a machine that has none of its own', () => {
    const bin = mkdtempSync(path.join(folder, 'bin-'))
    for (const name of ['sh', 'cat', 'dirname'])
      symlinkSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), path.join(bin, name))
    const docker = `#!/bin/sh\nwhile [ "$1" != node:24.21-slim ]; do shift; done\nshift 2\nexec '${process.execPath}' "$@"\n`
    writeFileSync(path.join(bin, 'docker'), docker, { mode: 0o755 })
    const after = filtered({}, [], { PATH: bin })
    expect(failures(after, after)).toEqual([])
  })
})
