import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const lists = ['keywords', 'overview', 'rank-compare'] as const

it('a long list is the same whole and in pages, with each of its rows once', async () => {
  // Only the rows inserted below give ranks.
  world.serp.hold()
  const scale = accountIn(world, { plan: 'scale' })
  const site = await scale.site()
  for (const domain of ['rival.com', 'other.org']) await scale.post(`/projects/${site.id}/competitors`, { domain })
  const phrases = Array.from({ length: 1_203 }, (_, i) => `long list ${i}`)
  await scale.post(`/projects/${site.id}/keywords/bulk`, { text: phrases.join('\n') })
  await world.parts.pool.query(
    `INSERT INTO keyword_state (keyword_id, domain_id, position, checked_at) SELECT k.id, d.id, k.seq % 100, now()
     FROM keyword k JOIN tracked_domain d ON d.site_id = k.site_id WHERE k.site_id = $1 AND k.seq % 3 = 0
     ON CONFLICT DO NOTHING`,
    [site.id],
  )
  for (const list of lists) {
    const rowsOf = (body: object): object[] => Object(body)[list === 'rank-compare' ? 'rows' : 'keywords']
    const read = async (query: string) => (await scale.get(`/projects/${site.id}/${list}?${query}`)).body
    const whole = await read('')
    expect([whole.total, whole.nextCursor, rowsOf(whole).length], list).toEqual([1_203, null, 1_203])
    const paged: object[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: typeof whole = await read(`limit=700${cursor && `&cursor=${cursor}`}`)
      paged.push(...rowsOf(page))
      cursor = page.nextCursor
    }
    expect(paged, list).toEqual(rowsOf(whole))
    expect(new Set(rowsOf(whole).map((row) => Object(row).keyword)).size).toBe(1_203)
  }
})
