import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { findProgram } from '@rts/local/nats-server'
import { builtServices, services } from '@rts/shared/contract/services'
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

/** The answers of Swarm, one after the other: a line a service, with its replicas and the state of its update. */
type Looks = readonly (readonly string[])[]
const settled: Looks = [['gateway 2/2 completed', 'mcp 1/1']]

/** Runs deploy/stack.sh with a docker that writes down what it is given; answers the secrets by name, and the shell's variables. */
function deploy(
  given: Variables,
  name = 'run',
  { shell = {}, looks = settled }: { shell?: Variables; looks?: Looks } = {},
): {
  said: string
  status: number | null
  error: string
  secrets: Variables
  exported: Variables
} {
  const own = path.join(folder, name)
  mkdirSync(path.join(own, 'bin'), { recursive: true })
  const docker = `#!/bin/sh
case "$1 $2" in
  'secret inspect') exit 1 ;;
  'secret create') cat > '${own}'/"secret $3" ;;
  'stack deploy') env > '${own}/exported' ;;
  'stack services')
    [ -s '${own}/next' ] && mv '${own}/next' '${own}/looks'
    cp '${own}/looks' '${own}/now'
    sed '1,/^$/d' '${own}/looks' > '${own}/next'
    sed '/^$/,$d' '${own}/now' ;;
  'service inspect') for last; do :; done; sed -n "s|^$last [^ ]* *||p; /^$/q" '${own}/now' ;;
esac
`
  writeFileSync(path.join(own, 'bin/docker'), docker, { mode: 0o755 })
  writeFileSync(path.join(own, 'bin/sleep'), '#!/bin/sh\n', { mode: 0o755 })
  writeFileSync(path.join(own, 'looks'), looks.map((look) => look.map((line) => `${line}\n`).join('')).join('\n'))
  writeFileSync(
    path.join(own, 'env'),
    Object.entries(given)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  )
  const ownEnv = { PATH: `${path.join(own, 'bin')}:${process.env.PATH}`, ENV_FILE: path.join(own, 'env'), ...shell }
  const ran = spawnSync('sh', ['deploy/stack.sh', 'tracker'], { cwd: root, env: ownEnv, encoding: 'utf8' })
  const read = (file: string) => readFileSync(path.join(own, file), 'utf8')
  const secrets = readdirSync(own).filter((file) => file.startsWith('secret '))
  return {
    status: ran.status,
    error: ran.stderr,
    said: ran.stdout,
    secrets: Object.fromEntries(secrets.map((file) => [file.slice('secret '.length), read(file)])),
    exported: existsSync(path.join(own, 'exported')) ? variablesOf(read('exported')) : {},
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

  it('every container of compose runs in the stack, but for the steps of the databases and what watches', () => {
    const { services } = z
      .object({ services: z.record(z.string(), z.unknown()) })
      .parse(parse(composeText, { merge: true, maxAliasCount: 1_000 }))
    expect(Object.keys(stack.services)).toEqual(
      Object.keys(services).filter((name) => !/^(migrate-|prometheus|alertmanager|node|blackbox)/.test(name)),
    )
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
      // A stack has no file of certificates.
      const { NODE_EXTRA_CA_CERTS: _file, ...composes } = environmentOf(name, env)
      expect(read).toEqual(composes)
      for (const [key, value] of Object.entries(variablesOf(secret)))
        if (value) expect([key, stackText.includes(value)]).toEqual([key, false])
      // Node reads the file itself.
      if (!['postgres', 'nats'].includes(name)) expect(parseEnv(secret)).toEqual(variablesOf(secret))
    },
  )

  it.each(builtServices)(
    'Swarm does not end %s while it migrates, or while its database is away for two minutes',
    (name) => {
      const probe = z.object({ interval: z.literal('5s'), retries: z.number(), start_period: z.string() })
      const { retries, start_period } = probe.parse(stack.services[name]?.healthcheck)
      expect(retries * 5).toBeGreaterThanOrEqual(120)
      expect(start_period).toBe(services[name].hasDatabase ? '15m' : '30s')
    },
  )

  it('every variable it reads is in deploy/example.env, in docs/reference/variables.md, or made by deploy/stack.sh', () => {
    const script = readFileSync(path.join(root, 'deploy/stack.sh'), 'utf8')
    const made = [...stackText.matchAll(/(\w+_(?:VERSION|SECRET)):\?/g)].map(([, name]) => name)
    const read = new Set([...`${stackText}${script}`.matchAll(/\$\{([A-Z_]+)[:%}]/g)].map(([, name]) => name))
    const explained = readFileSync(path.join(root, 'docs/reference/variables.md'), 'utf8')
    const unknown = [...read].filter(
      (name = '') => !made.includes(name) && !(name in env) && !explained.includes(`\`${name}`),
    )
    expect(unknown).toEqual(['STACK'])
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

  it('a variable of the shell wins over the file, as in compose', () => {
    const { exported } = deploy({ ...env, IMAGE_TAG: '1' }, 'shell', { shell: { IMAGE_TAG: '2' } })
    expect(exported).toMatchObject({ IMAGE_TAG: '2', SUPPORT_EMAIL: 'a@example.com' })
    expect(deploy({ ...env, IMAGE_TAG: '1' }, 'file').exported.IMAGE_TAG).toBe('1')
  })

  it.each<[string, Looks, number, string]>([
    [
      'waits for a service that is replaced or is not whole yet, and says what became of it',
      [['gateway 2/2 updating'], ['gateway 1/2 completed'], ['gateway 2/2 completed']],
      0,
      'gateway 2/2 completed',
    ],
    [
      'looks twice, because an update begins a moment later',
      [['gateway 2/2'], ['gateway 2/2 updating'], ['gateway 2/2 completed']],
      0,
      'completed',
    ],
    [
      'ends with 1 if Swarm returned a service to its old version',
      [
        ['gateway 2/2 rollback_started', 'mcp 2/2 completed'],
        ['gateway 2/2 rollback_completed', 'mcp 2/2 completed'],
      ],
      1,
      'gateway 2/2 rollback_completed',
    ],
    ['ends with 1 at once if Swarm has given up', [['nats 0/1 paused', 'gateway 1/2 updating']], 1, 'nats 0/1 paused'],
  ])('%s', (title, looks, status, said) => {
    const ran = deploy(env, title, { looks })
    expect([ran.status, ran.said, ran.error]).toEqual([
      status,
      expect.stringContaining(said),
      status === 0 ? '' : expect.stringContaining('Not everything runs'),
    ])
  })

  it('ends with 1 if a service is not whole in time', () => {
    const ran = deploy(env, 'late', { looks: [['gateway 1/2 updating']], shell: { WAIT_SECONDS: '0' } })
    expect([ran.status, ran.said]).toEqual([1, 'gateway 1/2 updating\n'])
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
