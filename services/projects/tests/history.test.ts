import { insertPositions } from '@rts/local/testing/positions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let path: string
const account = { plan: 'growth' } as const
let growth: ReturnType<typeof accountIn>
beforeAll(async () => {
  world = await startWorld()
  growth = accountIn(world, account)
  const site = await growth.site()
  const keyword = await growth.keyword(site, 'history')
  await growth.historyOf(site, keyword, 1)
  await world.parts.pool.query('DELETE FROM ranks.rank')
  await world.parts.pool.query(
    insertPositions(
      `SELECT $1, 0, (SELECT id FROM tracked_domain), day, extract(day FROM day), NULL, 100, 'test', false
     FROM generate_series('2025-03-01T12:00:00Z'::timestamptz, '2025-03-10T12:00:00Z', '1 day') AS day`,
    ),
    [keyword.id],
  )
  path = `/projects/${site.id}/keywords/${keyword.id}/history`
})
afterAll(() => world.stop())

const read = async (query: string) => (await growth.get(`${path}?${query}`)).body
const positions = async (query: string) => (await read(query)).history.map((row) => row.position)

describe('GET /projects/:id/keywords/:kid/history', () => {
  it('is whole and oldest first', async () => {
    expect(await positions('')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await read('')).toMatchObject({ total: 10, nextCursor: null })
  })

  it('`limit` gives the latest, still oldest first, and the cursor goes on backwards', async () => {
    const pages: number[][] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await read(`limit=4${cursor && `&cursor=${cursor}`}`)
      pages.push(page.history.map((row) => row.position))
      expect(page.total).toBe(10)
      cursor = page.nextCursor
    }
    expect(pages).toEqual([
      [7, 8, 9, 10],
      [3, 4, 5, 6],
      [1, 2],
    ])
  })

  it('`from` and `to` are inclusive UTC; a date covers its whole day', async () => {
    expect(await positions('from=2025-03-04&to=2025-03-06')).toEqual([4, 5, 6])
    expect(await positions('from=2025-03-04T12:00:00Z&to=2025-03-06T12:00:00.000Z')).toEqual([4, 5, 6])
    expect(await positions('from=2025-03-04T19:00:00.000001%2B07:00&to=2025-03-06t12:00:00z')).toEqual([4, 5, 6])
    expect(await positions('from=2025-03-04T12:00:00.001Z&to=2025-03-06T11:59:59.999Z')).toEqual([5])
    expect(await positions('to=2025-03-03&limit=2')).toEqual([2, 3])
  })

  it('400 names a bound that is no time, a window that ends before it begins, a limit out of range', async () => {
    const ofRow = Buffer.from('history:a-row').toString('base64url')
    const cursors = ['cursor=x', `cursor=${ofRow}`]
    for (const query of ['from=yesterday', 'from=2025-03-02&to=2025-03-01', 'limit=0', 'limit=1001', ...cursors]) {
      const reply = await growth.get(`${path}?${query}`)
      expect([query, reply.status, reply.body.errors?.[0]?.field]).toEqual([query, 400, query.split('=')[0]])
    }
  })

  it('shows `sandbox` only where it is true', async () => {
    expect((await read('limit=1')).history[0]).toEqual({
      position: 10,
      checkedAt: '2025-03-10T12:00:00.000Z',
      url: null,
      found: true,
      depth: 100,
      source: 'test',
    })
  })

  it('keeps rows that lie outside all prepared months, and moves them when their month is prepared', async () => {
    const before = await positions('')
    const { pool } = world.parts
    await pool.query(`SELECT ranks.ensure_partitions('2025-03-15', 1)`)
    const rows = await pool.query('SELECT count(*)::int AS n FROM ranks.rank_2025_03')
    expect(rows.rows).toEqual([{ n: 10 }])
    expect(await positions('')).toEqual(before)
    expect((await pool.query(`SELECT ranks.ensure_partitions('2025-03-15', 1) AS made`)).rows).toEqual([{ made: 0 }])
  })
})
