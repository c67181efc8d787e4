import { until } from '@rts/local/testing/until'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pidOfServices } from './support/processes.ts'
import { at, newAccount, startTestSystem } from './support/system.ts'

const rows = 20_000
let system: Awaited<ReturnType<typeof startTestSystem>>
const pools: Record<string, pg.Pool> = {}
beforeAll(async () => {
  system = await startTestSystem()
  for (const service of ['research', 'content'])
    pools[service] = new pg.Pool({ connectionString: system.databaseUrl(service), max: 4 })
})
afterAll(async () => {
  await Promise.all(Object.values(pools).map((pool) => pool.end()))
  await system.remove()
})

/** Readings of a site, each of a subject with a result. */
const readings = `
  WITH subject AS (
    INSERT INTO collects.subject (kind, key, input, lane) SELECT 'seeded', $1 || n, '{}', 'none' FROM generate_series(1, ${rows}) n RETURNING id),
  result AS (
    INSERT INTO collects.result (subject_id, status, sources, sandbox, collected_at, body) SELECT id, 'ready', '{}', true, now(), 'b' FROM subject
    RETURNING id, subject_id)
  INSERT INTO collects.reading (scope, subject_id, result_id, payer) SELECT 's:' || $1, subject_id, id, 'p' FROM result`
const seeds: Record<string, string[]> = {
  research: [
    readings,
    `INSERT INTO links.seen (site_id, link, first_seen) SELECT $1, decode(md5(n::text), 'hex'), now() FROM generate_series(1, ${rows}) n`,
    `INSERT INTO ai.prompt (id, site_id, text, source, created_at, paused_at) SELECT $1 || n, $1, n, 'person', now(), now() FROM generate_series(1, 20) n`,
    `INSERT INTO ai.run (prompt_id, engine, day, checked_at, model, searched, sandbox, mentioned, cited, rivals_named, citations, asked, text)
     SELECT p.id, e, '2024-01-01'::date + n, now(), 'm', true, true, true, true, 0, '[]', '{}', repeat('answer ', 50)
     FROM ai.prompt p, generate_series(1, ${rows / 40}) n, unnest('{a,b}'::text[]) e WHERE p.site_id = $1`,
  ],
  content: [
    readings,
    `INSERT INTO crawl.run (id, subject_id, site_id, start_url, worker, page_limit, ended_at)
     SELECT $1, min(subject_id), $1, 'https://a.com/', gen_random_uuid(), 1, now() FROM collects.reading WHERE scope = 's:' || $1`,
    `INSERT INTO crawl.page (run_id, n, facts) SELECT $1, n, '{}' FROM generate_series(1, ${rows}) n`,
    `INSERT INTO writing.plan (id, site_id, key, publish_on, q, country, language, created_at, updated_at)
     SELECT $1 || n, $1, n, '2026-11', 'q', 'us', 'en', now(), now() FROM generate_series(1, 3000) n`,
  ],
}
/** The tables of each service by the site of their rows; rows without an owner belong to no site. */
const counts: Record<string, string[]> = {
  research: [
    `SELECT count(*) FROM collects.reading WHERE scope = 's:' || $1`,
    `SELECT count(*) FROM collects.subject WHERE key LIKE $1 || '%'`,
    'SELECT count(*) FROM links.seen WHERE site_id = $1',
    'SELECT count(*) FROM ai.prompt WHERE site_id = $1',
    `SELECT count(*) FROM ai.run WHERE prompt_id LIKE $1 || '%'`,
  ],
  content: [
    `SELECT count(*) FROM collects.reading WHERE scope = 's:' || $1`,
    `SELECT count(*) FROM collects.subject WHERE key LIKE $1 || '%'`,
    'SELECT count(*) FROM crawl.page WHERE run_id = $1',
    'SELECT count(*) FROM writing.plan WHERE site_id = $1',
  ],
}

async function seededSite(service: string, account: Awaited<ReturnType<typeof newAccount>>): Promise<string> {
  const { body } = await account.rest('POST', '/projects', { name: service, domain: `${service}.com` })
  const id = String(at(body, 'project', 'id'))
  for (const sql of seeds[service] ?? []) await pools[service]?.query(sql, [id])
  return id
}
async function rowsOf(service: string, siteId: string): Promise<number[]> {
  const all = (counts[service] ?? []).map((sql) => pools[service]?.query(sql, [siteId]))
  return (await Promise.all(all)).map((found) => Number(found?.rows[0].count))
}
const sum = (figures: readonly number[]) => figures.reduce((all, each) => all + each, 0)

it.each(['research', 'content'])(
  'a large account is closed in steps by %s; when its process is killed in the middle, the next one goes on',
  async (service) => {
    const [closed, kept] = [await newAccount(system, 'growth'), await newAccount(system, 'growth')]
    const [siteId, keptId] = [await seededSite(service, closed), await seededSite(service, kept)]
    const whole = await rowsOf(service, siteId)
    expect(Math.min(...whole)).toBeGreaterThan(0)
    const pid = pidOfServices()
    if (pid === undefined) throw new Error('the services do not run')
    // The deletion comes as far as this reading, and waits: the process is killed within a step.
    const holder = await pools[service]?.connect()
    await holder?.query('BEGIN')
    await holder?.query(
      `SELECT FROM collects.reading WHERE scope = 's:' || $1 ORDER BY subject_id DESC LIMIT 1 FOR UPDATE`,
      [siteId],
    )
    await system.operator.call('accounts.close', { params: { accountId: closed.id }, body: { confirm: closed.email } })
    await until('a part to be deleted', async () => sum(await rowsOf(service, siteId)) < sum(whole))
    process.kill(pid, 'SIGKILL')
    await until('the process to end', () => pidOfServices() !== pid)
    expect(sum(await rowsOf(service, siteId))).toBeGreaterThan(0)
    await holder?.query('ROLLBACK')
    holder?.release()
    await until('nothing to be left', async () => sum(await rowsOf(service, siteId)) === 0, 120_000)
    expect(await rowsOf(service, keptId)).toEqual(whole)
    await until('the end', async () => (await pools[service]?.query('SELECT FROM known.ending'))?.rowCount === 0)
    await until(
      'the gateway to be back',
      async () => (await kept.rest('GET', '/projects').catch(() => null))?.status === 200,
    )
  },
  180_000,
)
