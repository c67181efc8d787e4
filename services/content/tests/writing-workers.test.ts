import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { failed } from '@rts/shared/failure'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { createRecords } from '../src/database.sql.ts'
import { storeArticle } from '../src/writing/articles.sql.ts'
import { startWriters } from './support/writing.ts'

let database: TestDatabase
let stops: (() => Promise<void>)[] = []
const site = { id: 's1', accountId: 'ann' }
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'content')
  await database.pool.query(
    `INSERT INTO known.site (id, account_id, name, domain, country, language, created_at, version)
     VALUES ('s1', 'ann', 'Shop', 'shop.example', 'us', 'en', now(), 1)`,
  )
})
afterEach(async () => {
  for (const stop of stops) await stop()
  stops = []
})
afterAll(() => database.drop())

function writers(...write: Parameters<typeof startWriters> extends [unknown, ...infer W] ? W : never) {
  const started = startWriters(database.pool, ...write)
  stops.push(started.stop)
  return started
}
const statusOf = (of: ReturnType<typeof writers>, keyword: string) =>
  of.find(site, keyword).then((article) => article?.status)

it('an article whose writer is killed is written by the next one, once', async () => {
  const idle = startWriters(database.pool)
  await idle.stop()
  await idle.order(site, 'killed')
  const worker = fork(path.join(import.meta.dirname, 'support/writing-worker.ts'), [database.url])
  await until('the writing', async () => (await statusOf(idle, 'killed')) === 'writing')
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  expect(await statusOf(idle, 'killed')).toBe('writing')
  // As if the dead worker's half minute had passed.
  await database.pool.query('UPDATE collects.subject SET lease_until = now()')
  let written = 0
  const article = { title: 'T', metaDescription: 'M', markdown: 'Words', wordCount: 1 }
  const origin = { generator: 'llm:x', promptHash: null, sandbox: false, costUsd: 0.01, error: null }
  const next = writers(async () => {
    written++
    return { ok: true, text: article, origin }
  })
  await until('the article', async () => (await statusOf(next, 'killed')) === 'ready')
  expect([written, await next.find(site, 'killed')]).toMatchObject([1, { ...article, version: 2, generator: 'llm:x' }])
})

it('an article that is stored already is not written again, and not stored twice', async () => {
  let written = 0
  const origin = { generator: 'llm:x', promptHash: null, sandbox: false, costUsd: 0, error: null }
  const textOf = (markdown: string) => ({ title: markdown, metaDescription: '', markdown, wordCount: 1 })
  const one = writers(async () => {
    written++
    // Another worker, which was thought dead, is faster.
    await storeArticle(createRecords(database.pool), 'article-late', { text: textOf('first'), origin }, new Date())
    return { ok: true, text: textOf('second'), origin }
  })
  await one.order(site, 'late')
  await until('the article', async () => (await statusOf(one, 'late')) === 'ready')
  await database.pool.query(`UPDATE collects.subject SET due_at = now() WHERE key = 'article-late'`)
  await until('another run', async () => {
    const found = await database.pool.query(`SELECT due_at FROM collects.subject WHERE key = 'article-late'`)
    return found.rows[0].due_at === null
  })
  expect([written, (await one.find(site, 'late'))?.markdown]).toEqual([1, 'first'])
})

it('an article whose writing fails for good says why', async () => {
  let tries = 0
  const one = writers(async () => {
    tries++
    return failed('writer', 'quota')
  })
  await one.order(site, 'broke')
  await until('the end', async () => (await statusOf(one, 'broke')) === 'failed')
  expect(await one.find(site, 'broke')).toMatchObject({ status: 'failed', error: 'quota', asks: 1, title: null })
  expect(tries).toBe(1)
})
