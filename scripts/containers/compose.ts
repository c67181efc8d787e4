import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@rts/local/ports'
import { until } from '@rts/local/testing/until'
import { restBasePath } from '@rts/shared/contract/doors'
import { builtServices } from '@rts/shared/contract/services'
import { restClient } from '../../tests/support/system.ts'
import { healthOf, run } from './engine.ts'

const root = path.resolve(import.meta.dirname, '../..')
const project = 'rank-tracker-check'
const filesOf = (more: string[]) =>
  ['docker-compose.yml', 'deploy/sandbox.yml', ...more].flatMap((file) => ['-f', path.join(root, file)])

export type Composed = Awaited<ReturnType<typeof createComposed>>

/** Admission waits long, because a busy machine must not fail a test that is not about speed. */
const patient = { ADMISSION_TIMEOUT_MS: '10000' }

/** A file with the variables of an `.env` with new secrets, as an operator makes it, in a folder. */
function writeEnv(folder: string, given: Record<string, string>): string {
  const changes: Record<string, string> = { ...patient, ...given }
  const made = spawnSync('sh', ['deploy/new-env.sh'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PUBLIC_URL: 'http://127.0.0.1:8080', SUPPORT_EMAIL: 'support@ranks.test' },
  }).stdout
  const text = made.replace(/^(\w+)=.*$/gm, (line, name: string) =>
    changes[name] === undefined ? line : `${name}=${changes[name]}`,
  )
  const file = path.join(folder, 'env')
  writeFileSync(file, text, { mode: 0o600 })
  return file
}

/** A separate compose project with the operator's files and `more` of them, its own `.env` and the sandbox for providers. */
export async function createComposed([command = '', ...before]: string[], more: string[] = []) {
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-check-'))
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const env = writeEnv(folder, { PUBLIC_PORT: `127.0.0.1:${port}`, PUBLIC_URL: base })
  const own = [...before, '-p', project, '--project-directory', root, '--env-file', env, ...filesOf(more)]
  const compose = async (...args: string[]) => (await run(command, [...own, ...args])).toString()
  const containersOf = async (service: string) => (await compose('ps', '-q', service)).split('\n').filter(Boolean)
  const isHealthy = async (service: string) =>
    (await Promise.all((await containersOf(service)).map(healthOf))).every((health) => health === 'healthy')
  const healthy = async (...services: string[]) => {
    for (const service of services.length > 0 ? services : builtServices)
      await until(`${service} to be healthy`, () => isHealthy(service), 120_000, 500)
    await untilAnswered(base)
  }
  return {
    base,
    compose,
    containersOf,
    /** Runs a script of deploy/ on this project, with these variables of the shell; answers what it says. */
    script: async (file: string, variables: Record<string, string>, ...args: string[]) => {
      const shell = { ...variables, COMPOSE: [command, ...own].join(' '), ENV_FILE: env }
      return (await run('sh', [path.join(root, file), ...args], { env: shell })).toString()
    },
    operator: (...args: string[]) => compose('run', '--rm', '-T', 'operator', ...args),
    /** Runs a command in the database's container. */
    database: (args: string[], input?: Buffer) => run(command, [...own, 'exec', '-T', 'postgres', ...args], { input }),
    /** Waits until every replica of these services is healthy, and the public port answers; all services without a name. */
    healthy,
    /** Starts what does not run, and waits until it is healthy. */
    up: async (...args: string[]) => {
      await compose('up', '-d', ...args)
      await healthy()
    },
    remove: async () => {
      await compose('down', '-v', '--remove-orphans')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until the system refuses a call without a key, as it should. */
function untilAnswered(base: string): Promise<unknown> {
  const refuses = async () => (await restClient(base + restBasePath)('GET', '/projects')).status === 401
  return until('the public port', () => refuses().catch(() => false), 60_000, 200)
}
