import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { findProgram } from '@rts/local/nats-server'
import { builtServices } from '@rts/shared/contract/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { composeText, environmentOf, newEnv, root, type Variables } from './support/compose.ts'

const stackText = readFileSync(path.join(root, 'deploy/stack.yml'), 'utf8')
const versioned = z.record(z.string(), z.object({ name: z.string() }))
const stack = z
  .object({
    services: z.record(z.string(), z.looseObject({ environment: z.record(z.string(), z.string()).optional() })),
    configs: versioned,
    secrets: versioned,
  })
  .parse(parse(stackText))
const env = { ...newEnv(), SERPER_KEY: 'sk with spaces', SUPPORT_EMAIL: 'a@example.com', PUBLIC_PORT: '127.0.0.1:81' }
const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-stack-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs deploy/stack.sh with a docker that writes down what it is given; answers the secrets by name, and the shell's variables. */
function deploy(
  given: Variables,
  name = 'run',
): { status: number | null; error: string; secrets: Variables; exported: Variables } {
  const own = path.join(folder, name)
  mkdirSync(path.join(own, 'bin'), { recursive: true })
  const docker = `#!/bin/sh
case "$1 $2" in
  'secret inspect') exit 1 ;;
  'secret create') cat > '${own}'/"secret $3" ;;
  'stack deploy') env > '${own}/exported' ;;
esac
`
  writeFileSync(path.join(own, 'bin/docker'), docker, { mode: 0o755 })
  writeFileSync(
    path.join(own, 'env'),
    Object.entries(given)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  )
  const shell = { PATH: `${path.join(own, 'bin')}:${process.env.PATH}`, ENV_FILE: path.join(own, 'env') }
  const ran = spawnSync('sh', ['deploy/stack.sh', 'tracker'], { cwd: root, env: shell, encoding: 'utf8' })
  const read = (file: string) => readFileSync(path.join(own, file), 'utf8')
  const secrets = readdirSync(own).filter((file) => file.startsWith('secret '))
  return {
    status: ran.status,
    error: ran.stderr,
    secrets: Object.fromEntries(secrets.map((file) => [file.slice('secret '.length), read(file)])),
    exported: ran.status === 0 ? variablesOf(read('exported')) : {},
  }
}

function variablesOf(text: string): Variables {
  return Object.fromEntries(
    text
      .split('\n')
      .flatMap((line) =>
        /^\w+=/.test(line) ? [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]] : [],
      ),
  )
}

const filled = (value: string, variables: Variables) =>
  value.replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_whole, name: string, other = '') => variables[name] || other)

describe('deploy/stack.yml', () => {
  let deployed: ReturnType<typeof deploy>
  beforeAll(() => {
    deployed = deploy(env)
  })

  it('every container of compose runs in the stack, but for the steps of the databases', () => {
    const { services } = z
      .object({ services: z.record(z.string(), z.unknown()) })
      .parse(parse(composeText, { merge: true, maxAliasCount: 1_000 }))
    expect(Object.keys(stack.services)).toEqual(Object.keys(services).filter((name) => !name.startsWith('migrate-')))
  })

  it.each([...builtServices, 'operator', 'postgres', 'nats'])(
    '%s reads the same variables as in compose, its secrets from a secret',
    (name) => {
      const secretName = filled(stack.secrets[name]?.name ?? '', deployed.exported)
      const secret = deployed.secrets[secretName] ?? ''
      const open = Object.entries(stack.services[name]?.environment ?? {}).map(([key, value]) => [
        key,
        filled(value, deployed.exported),
      ])
      const { cluster: _brokersOwn, ...read } = { ...Object.fromEntries(open), ...variablesOf(secret) }
      expect(read).toEqual(environmentOf(name, env))
      for (const [key, value] of Object.entries(variablesOf(secret)))
        if (value) expect([key, stackText.includes(value)]).toEqual([key, false])
      // Node reads the file itself.
      if (!['postgres', 'nats'].includes(name)) expect(parseEnv(secret)).toEqual(variablesOf(secret))
    },
  )

  it('every variable it reads is in deploy/example.env, explained in docs/operations.md, or made by deploy/stack.sh', () => {
    const script = readFileSync(path.join(root, 'deploy/stack.sh'), 'utf8')
    const made = [...stackText.matchAll(/(\w+_(?:VERSION|SECRET)):\?/g)].map(([, name]) => name)
    const read = new Set([...`${stackText}${script}`.matchAll(/\$\{([A-Z_]+)[:%}]/g)].map(([, name]) => name))
    const explained = readFileSync(path.join(root, 'docs/operations.md'), 'utf8')
    const unknown = [...read].filter(
      (name = '') => !made.includes(name) && !(name in env) && !explained.includes(`\`${name}`),
    )
    expect(unknown).toEqual(['STACK', 'ENV_FILE'])
  })

  it('a change of a secret or of a file is a new name, and nothing else is', () => {
    const names = ({ exported }: typeof deployed) =>
      [...Object.values(stack.secrets), ...Object.values(stack.configs)].map(({ name }) => filled(name, exported))
    expect(names(deploy(env, 'again'))).toEqual(names(deployed))
    const changed = names(deploy({ ...env, SERPER_KEY: 'another' }, 'changed'))
    expect(changed.filter((name, i) => name !== names(deployed)[i])).toEqual([
      expect.stringMatching(/^tracker-projects-[0-9a-f]{10}$/),
    ])
  })

  it('a required variable that is missing is named, and nothing is deployed', () => {
    const { status, error, exported } = deploy({ ...env, NETWORK_KEY: '' }, 'missing')
    expect([status === 0, exported]).toEqual([false, {}])
    expect(error).toContain('NETWORK_KEY is missing in .env')
  })

  const docker = findProgram('docker')
  it.skipIf(!docker)('is accepted by docker', () => {
    const checked = spawnSync(String(docker), ['stack', 'config', '-c', 'deploy/stack.yml'], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: folder, ...deployed.exported },
      encoding: 'utf8',
    })
    expect(checked.stderr).not.toMatch(/\$|invalid|unsupported|required/i)
    expect(checked.status).toBe(0)
  })
})
