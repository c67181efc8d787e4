import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram } from '@rts/local/nats-server'
import { type EmbeddedPostgres, startPostgres } from '@rts/local/postgres'
import { builtServices, databaseServices } from '@rts/shared/contract/services'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
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

  it('takes plans, prices and certificates of files that git and images leave alone, and otherwise those of the release', () => {
    const { services } = parse(composeText, { merge: true, maxAliasCount: 1_000 })
    const mounts = (name: string) => services[name].volumes.join()
    for (const name of builtServices) {
      // biome-ignore-start lint/suspicious/noTemplateCurlyInString: compose fills it in
      expect(mounts(name)).toContain('${PLANS_FILE:-./deploy/plans.json}:/etc/rank-tracker/plans.json:ro')
      expect(mounts(name)).toContain('${CA_FILE:-/dev/null}:/etc/rank-tracker/authorities.pem:ro')
    }
    expect(mounts('dashboard')).toContain('${PRICES_FILE:-./deploy/prices.json}:/etc/rank-tracker/prices.json:ro')
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: compose fills it in
    for (const file of ['.gitignore', '.dockerignore'])
      expect(readFileSync(path.join(root, file), 'utf8').split('\n')).toEqual(
        expect.arrayContaining(['/config', 'rank-tracker.env']),
      )
  })

  it('reads what deploy/example.env explains, and nothing else', () => {
    const overlays = ['backup', 'sandbox', 'tls'].map((name) =>
      readFileSync(path.join(root, `deploy/${name}.yml`), 'utf8'),
    )
    const read = [composeText, ...overlays].flatMap((text) => [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
    // Compose itself reads these two.
    expect(Object.keys(env).sort()).toEqual([...new Set([...read, 'COMPOSE_FILE', 'COMPOSE_PROFILES'])].sort())
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

describe('deploy/postgres/start.sh', () => {
  const start = (POSTGRES_MEMORY: string) => {
    writeFileSync(path.join(folder, 'docker-entrypoint.sh'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env.PATH}`, POSTGRES_MEMORY }
    return spawnSync('sh', ['deploy/postgres/start.sh', '-c', 'max_connections=9'], {
      cwd: root,
      env,
      encoding: 'utf8',
    })
  }

  it.each([
    ['4g', 1_024, 3_072],
    ['64G', 16_384, 49_152],
    ['1536m', 384, 1_152],
  ])('gives Postgres a quarter of %s as its cache, and counts on three quarters', (memory, own, all) => {
    const said = `postgres -c shared_buffers=${own}MB -c effective_cache_size=${all}MB -c max_connections=9\n`
    expect(start(memory)).toMatchObject({ status: 0, stdout: said })
  })

  it('refuses a memory that is none', () => {
    expect(start('much')).toMatchObject({ status: 2, stderr: expect.stringContaining('POSTGRES_MEMORY=much') })
  })
})

describe('deploy/postgres/services.sh', () => {
  it.each(databaseServices)('lets the role %s into its own database alone', async (service) => {
    const own = here(environmentOf(service, env).DATABASE_URL)
    const other = (name: string) => own.replace(/\/\w+\?/, `/${name}?`)
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
