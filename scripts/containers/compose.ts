import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@rts/local/ports'
import { until } from '@rts/local/testing/until'
import type { System } from './calls.ts'
import { docker, raw, run } from './engine.ts'

const root = path.resolve(import.meta.dirname, '../..')
const project = 'rank-tracker-check'
const filesOf = (more: string[]) =>
  ['docker-compose.yml', 'deploy/sandbox.yml', ...more].flatMap((file) => ['-f', path.join(root, file)])

export type Composed = System & {
  /** The file of its variables. */
  env: string
  compose(...args: string[]): Promise<string>
  /** Runs a script of deploy/ on this project, with these variables of the shell; answers what it says. */
  script(file: string, variables: Record<string, string>, ...args: string[]): Promise<string>
  containersOf(service: string): Promise<string[]>
  database(command: string[], input?: Buffer): Promise<Buffer>
  /** Waits until every replica of these services is healthy, and the public port answers. */
  healthy(...services: string[]): Promise<void>
  remove(): Promise<void>
}

/** Admission waits long, because a busy machine must not fail a test that is not about speed. */
const patient = { ADMISSION_TIMEOUT_MS: '10000' }

/** The variables of an `.env` with new secrets, as an operator makes it. */
export function newEnv(given: Record<string, string>): string {
  const changes: Record<string, string> = { ...patient, ...given }
  const made = spawnSync('sh', ['deploy/new-env.sh'], { cwd: root, encoding: 'utf8' }).stdout
  return made.replace(/^(\w+)=.*$/gm, (line, name: string) =>
    changes[name] === undefined ? line : `${name}=${changes[name]}`,
  )
}

/** A separate compose project with the operator's files and `more` of them, its own `.env` and the sandbox for providers. */
export async function createComposed([command = '', ...before]: string[], more: string[] = []): Promise<Composed> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-check-'))
  const port = await freePort()
  const env = path.join(folder, 'env')
  writeFileSync(env, newEnv({ PUBLIC_PORT: `127.0.0.1:${port}`, PUBLIC_URL: `http://127.0.0.1:${port}` }), {
    mode: 0o600,
  })
  const base = `http://127.0.0.1:${port}`
  const own = [...before, '-p', project, '--project-directory', root, '--env-file', env, ...filesOf(more)]
  const compose = async (...args: string[]) => (await run(command, [...own, ...args])).stdout
  const containersOf = async (service: string) => (await compose('ps', '-q', service)).split('\n').filter(Boolean)
  return {
    base,
    env,
    compose,
    containersOf,
    script: async (file, variables, ...args) => {
      const shell = { ...variables, COMPOSE: [command, ...own].join(' '), ENV_FILE: env }
      return (await run('sh', [path.join(root, file), ...args], { env: shell })).stdout
    },
    operator: (...args) => compose('run', '--rm', '-T', 'operator', ...args),
    database: async (args, input) =>
      (await raw(command, [...own, 'exec', '-T', 'postgres', ...args], input === undefined ? {} : { input })).stdout,
    healthy: async (...services) => {
      for (const service of services)
        await until(
          `${service} to be healthy`,
          async () => (await Promise.all((await containersOf(service)).map(isHealthy))).every(Boolean),
          120_000,
          500,
        )
      await until('the door', () => answers(base), 60_000, 200)
    },
    remove: async () => {
      await compose('down', '-v', '--remove-orphans')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isHealthy(container: string): Promise<boolean> {
  return (await docker('inspect', '--format', '{{.State.Health.Status}}', container)) === 'healthy'
}

/** Whether the system refuses a call without a key, as it should. */
export function answers(base: string): Promise<boolean> {
  return fetch(`${base}/http/v1/projects`).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status === 401
    },
    () => false,
  )
}
