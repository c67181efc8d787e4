import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrateDatabase } from '@rts/shared/service/migrations'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EmbeddedPostgres, startPostgres } from '../postgres.ts'
import { ensureServiceDatabase } from './service-database.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'service-database-'))
let server: EmbeddedPostgres
beforeAll(async () => {
  server = await startPostgres({ dataDir: folder, fsync: false })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

it('a service owns its database and makes its migrations itself, and a new secret is a new password', async () => {
  const superuser = server.url('postgres')
  const url = await ensureServiceDatabase(superuser, 'projects', 'a secret')
  await migrateDatabase(url, 'projects')
  expect(await ask(url, 'SELECT current_user::text')).toEqual(['projects'])
  const others = `SELECT relname::text FROM pg_class WHERE relowner = 10 AND relnamespace::regnamespace::text !~ '^(pg_|inf)'`
  expect(await ask(url, others)).toEqual([])
  // Again, as at the next start, with another secret.
  const next = await ensureServiceDatabase(superuser, 'projects', 'another secret')
  expect(await ask(next, 'SELECT count(*)::int > 0 FROM kit.migration')).toEqual([true])
  await expect(ask(url, 'SELECT 1')).rejects.toThrow(/password/)
})

it('a service finds no way into another’s database, and has no right over roles', async () => {
  const superuser = server.url('postgres')
  const one = await ensureServiceDatabase(superuser, 'research', 'a secret')
  await ensureServiceDatabase(superuser, 'content', 'a secret')
  const other = Object.assign(new URL(one), { pathname: '/content' }).href
  await expect(ask(other, 'SELECT 1')).rejects.toThrow(/permission denied/)
  await expect(ask(one, 'CREATE ROLE more')).rejects.toThrow(/permission denied/)
})
