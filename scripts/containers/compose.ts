import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@rts/local/ports'
import { until } from '@rts/local/testing/until'
import { restBasePath } from '@rts/shared/contract/doors'
import { builtServices } from '@rts/shared/contract/services'
import { newEnv, root } from '../../tests/support/compose.ts'
import { restClient } from '../../tests/support/system.ts'
import { composeCommand, dockerCompose, healthOf, run } from './engine.ts'

const project = 'rank-tracker-check'
/** Admission waits long, because a busy machine must not fail a test that is not about speed. */
const patient = { ADMISSION_TIMEOUT_MS: '10000' }

export type Composed = Awaited<ReturnType<typeof createComposed>>

/** A separate compose project with the operator's files and `more` of them, its own `.env` and the sandbox for providers. */
export async function createComposed(more: readonly string[] = []) {
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-check-'))
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const env = path.join(folder, 'env')
  const variables = { ...newEnv(), ...patient, PUBLIC_PORT: `127.0.0.1:${port}`, PUBLIC_URL: base }
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(env, lines.join(''), { mode: 0o600 })
  const files = ['docker-compose.yml', 'deploy/sandbox.yml', ...more].flatMap((file) => ['-f', path.join(root, file)])
  const own = ['-p', project, '--project-directory', root, '--env-file', env, ...files]
  const compose = (...args: string[]) => dockerCompose(...own, ...args)
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
    folder,
    compose,
    containersOf,
    /** Runs a script of deploy/ on this project, with these variables of the shell; answers what it says. */
    script: (file: string, shell: Record<string, string>, ...args: string[]) => {
      const given = { ...shell, COMPOSE: [composeCommand, ...own].join(' '), ENV_FILE: env }
      return run('sh', [path.join(root, file), ...args], given)
    },
    operator: (...args: string[]) => compose('run', '--rm', '-T', 'operator', ...args),
    /** Runs a command in the database's container. */
    database: (...args: string[]) => compose('exec', '-T', 'postgres', ...args),
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
