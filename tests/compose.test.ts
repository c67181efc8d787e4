import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram } from '@rts/local/nats-server'
import { type EmbeddedPostgres, startPostgres } from '@rts/local/postgres'
import { databaseServices } from '@rts/shared/contract/services'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  blockOf,
  composeText,
  databaseStatements,
  environmentOf,
  newEnv,
  root,
  runStatements,
} from './support/compose.ts'

const env = newEnv()
const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-compose-'))
const compose = findProgram('docker-compose')
if (!compose) process.stderr.write('no docker-compose on the PATH: its own check of the file is not run\n')
let postgres: EmbeddedPostgres

beforeAll(async () => {
  postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), fsync: false })
  await runStatements(postgres.url('postgres'), databaseStatements(folder, env))
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('docker-compose.yml', () => {
  it('publishes the port of lb alone, and names no container, so that any service can have replicas', () => {
    expect(blockOf('lb')).toContain('ports:')
    expect(composeText.match(/^ +ports:/gm)).toHaveLength(1)
    expect(composeText).not.toContain('container_name')
  })

  it('reads what deploy/example.env explains, and nothing else', () => {
    const read = new Set([...composeText.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
    expect(Object.keys(env).sort()).toEqual([...read].sort())
  })

  it.skipIf(!compose)('is accepted by docker-compose, which names a required variable that is missing', () => {
    const check = (given: Record<string, string>) =>
      spawnSync(String(compose), ['config', '--quiet'], { cwd: root, env: { PATH: process.env.PATH, ...given } })
    expect(check(env)).toMatchObject({ status: 0 })
    expect(check({ ...env, NETWORK_KEY: '' }).stderr.toString()).toContain('NETWORK_KEY is missing in .env')
    // Version 1 says nothing but the sentence, so the sentence has the name.
    const required = [...composeText.matchAll(/\$\{(\w+):\?(.*?)\}/g)]
    for (const [, name, sentence] of required) expect(sentence).toBe(`${name} is missing in .env`)
  })
})

/** An address of a container as it is on this machine. */
function here(url: string | undefined): string {
  return String(url).replace('postgres:5432', `127.0.0.1:${postgres.port}`)
}

async function reaches(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  const answer = await client.connect().then(
    () => 'reached',
    (error: unknown) => String(Object(error).code),
  )
  await client.end()
  return answer
}

describe('deploy/postgres/services.sh', () => {
  it.each(databaseServices)('lets the role %s into its own database alone', async (service) => {
    const own = here(environmentOf(service, env).DATABASE_URL)
    const other = (name: string) => own.replace(/\/\w+$/, `/${name}`)
    const answers = [
      own,
      ...[...databaseServices, 'postgres', 'template1'].filter((name) => name !== service).map(other),
    ]
    expect(await Promise.all(answers.map(reaches))).toEqual(['reached', ...answers.slice(1).map(() => '42501')])
    expect(await reaches(own.replace(/:\w+@/, ':wrong@'))).toBe('28P01')
  })

  it('refuses a password that would not survive in an address', () => {
    expect(() => databaseStatements(folder, { ...env, GATEWAY_DB_PASSWORD: "a'b" })).toThrow('GATEWAY_DB_PASSWORD')
  })
})
