import { insertPositions } from '@rts/local/testing/positions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, type World } from './support/world.ts'

let world: World
let today: number
beforeAll(async () => {
  world = await startWorld()
  today = world.now().getTime()
})
afterAll(() => world.stop())

const dayMs = 86_400_000
const ago = (days: number) => new Date(today - days * dayMs).toISOString()
type Past = [days: number, position: number, page?: string][]

/** A site with a rival and one keyword, whose checks the test writes: for the site, and for the rival. */
async function siteWithPast(phrase: string, own: Past, theirs: Past = []) {
  const account = accountIn(world)
  const site = await account.site()
  await account.post(`/projects/${site.id}/competitors`, { domain: 'rival.com' })
  world.serp.fail(phrase, 'upstream')
  const keyword = await account.checked(site, await account.keyword(site, phrase), 'failed')
  const write = async (domain: string, past: Past) => {
    for (const [days, position, page = '/'] of past) {
      const url = position === 0 ? null : `https://${domain}${page}`
      const values = [keyword.id, site.id, domain, ago(days), position, url]
      await world.parts.pool.query(
        `WITH d AS (SELECT id FROM tracked_domain WHERE site_id = $2 AND domain = $3),
           p AS (${insertPositions(`SELECT $1, 0, id, $4::timestamptz, $5::int, $6, 100, 'test', true FROM d`)})
         INSERT INTO keyword_state (keyword_id, domain_id, checked_at, position, url) SELECT $1, id, $4, $5, $6 FROM d
         ON CONFLICT (keyword_id, domain_id) DO UPDATE SET checked_at = excluded.checked_at, position = excluded.position, url = excluded.url`,
        values,
      )
    }
  }
  await write('example.com', own)
  await write('rival.com', theirs)
  await world.parts.pool.query('SELECT ranks.find_notable_changes(ARRAY[$1])', [keyword.id])
  const read = (days = 28, accountId = account.id) =>
    world.rpc(
      'notableChanges.snapshot',
      { params: { id: site.id }, query: { days } },
      callerOf({ kind: 'system', accountId }),
    )
  return { account, site, keyword, read }
}

it('has the checks in which a keyword crossed the tenth place or changed its page, with the check before, newest first', async () => {
  const { keyword, read } = await siteWithPast('t1', [
    [6, 9],
    [5, 11],
    [4, 12],
    [3, 12, '/other'],
    [2, 0],
    [1, 4],
  ])
  const { changes } = await read()
  const short = changes.map(({ keywordId, at, position, before }) => [keywordId, at, before.position, position])
  expect(short).toEqual([
    [keyword.id, ago(1), 0, 4],
    [keyword.id, ago(2), 12, 0],
    [keyword.id, ago(3), 12, 12],
    [keyword.id, ago(5), 9, 11],
  ])
  expect(changes[2]).toMatchObject({
    url: 'https://example.com/other',
    before: { at: ago(4), url: 'https://example.com/' },
  })
})

it('begins with the days that are asked for, so that the first check in them has none before it', async () => {
  const { read } = await siteWithPast('t2', [
    [6, 9],
    [3, 12],
    [1, 4],
  ])
  expect((await read(4)).changes.map(({ at }) => at)).toEqual([ago(1)])
})

it('has the last check in which a rival that is ahead came ahead, with both positions before and after', async () => {
  const { keyword, read } = await siteWithPast(
    't3',
    [
      [4, 3],
      [3, 5],
      [2, 3],
      [1, 5],
    ],
    [
      [4, 4],
      [3, 4],
      [2, 4],
      [1, 4],
    ],
  )
  expect((await read()).passes).toEqual([
    {
      keywordId: keyword.id,
      domain: 'rival.com',
      at: ago(1),
      position: 4,
      own: 5,
      before: { at: ago(2), position: 4, own: 3 },
    },
  ])
})

it.each([
  [
    'is behind again',
    [
      [2, 3],
      [1, 3],
    ],
    [
      [2, 2],
      [1, 4],
    ],
  ],
  [
    'was ahead all the time',
    [
      [2, 3],
      [1, 3],
    ],
    [
      [2, 2],
      [1, 1],
    ],
  ],
  [
    'is not found',
    [
      [2, 3],
      [1, 0],
    ],
    [
      [2, 4],
      [1, 0],
    ],
  ],
  [
    'is beyond the first twenty',
    [
      [2, 3],
      [1, 0],
    ],
    [
      [2, 4],
      [1, 21],
    ],
  ],
] as [string, Past, Past][])('has no pass of a rival that %s', async (name, own, theirs) => {
  const { read } = await siteWithPast(name, own, theirs)
  expect((await read()).passes).toEqual([])
})

it('a rival that is found where the site no longer is has passed it', async () => {
  const { read } = await siteWithPast(
    't5',
    [
      [2, 3],
      [1, 0],
    ],
    [
      [2, 4],
      [1, 20],
    ],
  )
  expect((await read()).passes).toMatchObject([{ position: 20, own: 0, before: { own: 3 } }])
})

it('another account’s site is not found', async () => {
  const { read } = await siteWithPast('t6', [[1, 3]])
  await expect(read(28, accountIn(world).id)).rejects.toMatchObject({ code: 'not_found' })
})
