import { readFileSync } from 'node:fs'
import path from 'node:path'
import { positionsSql } from '@rts/local/testing/positions'
import { gentlyMs, until } from '@rts/local/testing/until'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, newAccount, type Rest, startTestSystem, type TestSystem } from './support/system.ts'

const phrases = Array.from({ length: 200 }, (_, i) => `garden furniture ${i}`)
const rivals = ['youtube.com', 'wikipedia.org', 'reddit.com']
const usdOfDataForSeo = 0.02
const usdOfSerperPage = 0.001

type Call = { provider: string; status: number | null }
type Row = { keyword_id: string; domain: string; source: string; position: number }
let system: TestSystem
let database: pg.Pool
let rest: Rest
let siteId: string
let calls: Call[]
let rows: Row[]

const control = async (method: string, target: string, body?: object): Promise<Record<string, unknown>> => {
  const init = { method, ...(body ? { body: JSON.stringify(body) } : {}) }
  return Object(await (await fetch(`${system.connection.sandboxUrl}/control/${target}`, init)).json())
}

/** The projects service's own database: costs are in no answer. */
function openDatabase({ folder }: TestSystem): pg.Pool {
  const password = readFileSync(path.join(folder, 'postgres', 'password'), 'utf8')
  const port = readFileSync(path.join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[3]
  return new pg.Pool({
    host: '127.0.0.1',
    port: Number(port),
    user: 'postgres',
    password,
    database: 'projects',
    max: 1,
  })
}

beforeAll(async () => {
  system = await startTestSystem({ env: { SERP_PROVIDERS: 'dataforseo,serper', DATAFORSEO_MODE: 'live' } })
  database = openDatabase(system)
  ;({ rest } = await newAccount(system, 'growth'))
  await control('POST', 'fail', { provider: 'dataforseo', mode: 'http500', every: 3 })
  const site = await rest('POST', '/projects', { name: 'Shop', domain: 'amazon.com' })
  siteId = String(at(site.body, 'project', 'id'))
  for (const domain of rivals) await rest('POST', `/projects/${siteId}/competitors`, { domain })
  const added = await rest('POST', `/projects/${siteId}/keywords/bulk`, { text: phrases.join('\n') })
  expect(added.body).toMatchObject({ added: 200, skipped: 0 })
  await until(
    'a check of every keyword',
    async () => (await count(`SELECT count(*) FROM keyword WHERE last_check_status = 'ok'`)) === 200,
  )
  const { calls: all } = await control('GET', 'calls')
  calls = Array.isArray(all) ? all : []
  const found = await database.query<Row>(
    `SELECT p.keyword_id, d.domain, p.source, p.position FROM ${positionsSql} p JOIN tracked_domain d ON d.id = p.domain_id`,
  )
  rows = found.rows
})
afterAll(async () => {
  await database.end()
  await system.remove()
})

async function count(sql: string): Promise<number> {
  const found = await database.query({ text: sql, rowMode: 'array' })
  return Number(found.rows[0]?.[0])
}
const callsOf = (provider: string, status: number) =>
  calls.filter((call) => call.provider === provider && call.status === status).length
const keywordsFrom = (source: string) =>
  rows.filter((row) => row.source === source && row.domain === 'amazon.com').length

describe('two hundred keywords through a provider that fails every third time, with another behind it', () => {
  it('nothing is lost and nothing is doubled', async () => {
    expect(rows).toHaveLength(200 * 4)
    expect(new Set(rows.map((row) => `${row.keyword_id} ${row.domain}`)).size).toBe(200 * 4)
    expect(await count('SELECT count(*) FROM ranks.page')).toBe(200)
  })

  it('each row names who answered', () => {
    expect(callsOf('dataforseo', 500)).toBeGreaterThan(50)
    expect(keywordsFrom('dataforseo')).toBe(callsOf('dataforseo', 200))
    expect(keywordsFrom('serper') * 10).toBe(callsOf('serper', 200))
    expect(keywordsFrom('dataforseo') + keywordsFrom('serper')).toBe(200)
  })

  it('the rank comparison shows all four', async () => {
    const { status, body } = await rest('GET', `/projects/${siteId}/rank-compare`)
    expect(status).toBe(200)
    expect(body.rows).toHaveLength(200)
    for (const row of Object.values(Object(body.rows))) {
      const competitors = Object.values(Object(at(row, 'competitors')))
      expect(competitors.map((rival) => at(rival, 'domain'))).toEqual(rivals)
      for (const rank of [row, ...competitors]) expect(at(rank, 'position')).toEqual(expect.any(Number))
    }
    const ranked = await count('SELECT count(*) FROM keyword_state WHERE position > 0')
    expect(ranked).toBeGreaterThan(400)
  })

  it('a history has one entry, from the provider that answered', async () => {
    const keywordId = rows[0]?.keyword_id
    const { body } = await rest('GET', `/projects/${siteId}/keywords/${keywordId}/history`)
    expect(body.total).toBe(1)
    expect(at(body, 'history', 0)).toMatchObject({
      source: rows.find((row) => row.keyword_id === keywordId)?.source,
      sandbox: true,
    })
  })

  it('the bill adds up to what the providers were asked for', async () => {
    const bill = callsOf('dataforseo', 200) * usdOfDataForSeo + callsOf('serper', 200) * usdOfSerperPage
    expect(await count('SELECT sum(cost_usd) FROM ranks.page')).toBeCloseTo(bill, 6)
    expect(await count('SELECT sum(usd) FROM spend.book')).toBeCloseTo(bill, 6)
  })
})

it('a check for which every provider fails stores no position, and says so in lastCheck', async () => {
  const { rest: other } = await newAccount(system, 'starter')
  for (const provider of ['dataforseo', 'serper']) await control('POST', 'fail', { provider, mode: 'http500' })
  const site = await other('POST', '/projects', { name: 'x', domain: 'example.com' })
  const address = `/projects/${at(site.body, 'project', 'id')}/keywords`
  const created = await other('POST', address, { keyword: 'failing phrase' })
  const look = async () => {
    const lastCheck = at((await other('GET', address)).body, 'keywords', 0, 'lastCheck')
    return at(lastCheck, 'status') === 'failed' ? lastCheck : undefined
  }
  expect(await until('the failed check', look, undefined, gentlyMs)).toMatchObject({ error: 'upstream' })
  const { body } = await other('GET', `${address}/${at(created.body, 'keyword', 'id')}/history`)
  expect(body.history).toEqual([])
})
