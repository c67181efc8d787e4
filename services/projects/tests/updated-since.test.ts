import type { SiteRow } from '@rts/shared/contract/rows/site'
import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, until, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

type Account = ReturnType<typeof accountIn>
type Listed = { id: string }
const early = '2020-01-01T00:00:00Z'
const lists = {
  keywords: ({ id }: SiteRow) => `/projects/${id}/keywords`,
  overview: ({ id }: SiteRow) => `/projects/${id}/overview`,
  projects: () => '/projects',
}
type List = keyof typeof lists
const listOf = (list: List) => (list === 'projects' ? 'projects' : 'keywords')

/** A site whose keywords are not checked. */
async function quietSite(account: Account, phrases: readonly string[]) {
  const site = await account.site()
  await account.patch(`/projects/${site.id}`, { checksPaused: true })
  const keywords = []
  for (const phrase of phrases) keywords.push(await account.keyword(site, phrase))
  return { site, keywords }
}

/** The next time begins where the oldest writing transaction does: those of background work would list again what a test wrote before. */
const quiet = () =>
  until(
    () =>
      world.parts.pool.query(
        'SELECT FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND datname = current_database()',
      ),
    ({ rowCount }) => rowCount === 0,
  )

async function sync(account: Account, path: string, list: List, updatedSince: string) {
  const { body } = await account.get(`${path}?updatedSince=${updatedSince}`)
  const rows: Listed[] = body[listOf(list)]
  return { rows, ids: rows.map(({ id }) => id), next: body.nextUpdatedSince ?? '', total: body.total }
}

describe('updatedSince', () => {
  it('leaves out what has not changed, and counts what it lists', async () => {
    const account = accountIn(world)
    const { site, keywords } = await quietSite(account, ['one', 'two'])
    for (const list of ['keywords', 'overview'] as const) {
      const path = lists[list](site)
      const { next, total } = await sync(account, path, list, early)
      expect([total, (await sync(account, path, list, next)).ids]).toEqual([2, []])
      await account.patch(`/projects/${site.id}/keywords/${keywords[1]?.id}`, { keyword: `changed for ${list}` })
      expect(await sync(account, path, list, next)).toMatchObject({ ids: [keywords[1]?.id], total: 1 })
    }
  })

  it.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z'])(
    'has everything since %s, which a program takes for the beginning',
    async (beginning) => {
      const account = accountIn(world)
      const { site, keywords } = await quietSite(account, ['one'])
      for (const list of ['keywords', 'overview'] as const)
        expect((await sync(account, lists[list](site), list, beginning)).ids).toEqual([keywords[0]?.id])
      expect((await sync(account, '/projects', 'projects', beginning)).ids).toEqual([site.id])
    },
  )

  it('has a site that was changed, frozen or given to the account, but not one that was only checked', async () => {
    const account = accountIn(world)
    const [site, other] = [await account.site({ name: 'A' }), await account.site({ name: 'B' })]
    await quiet()
    let { next } = await sync(account, '/projects', 'projects', early)
    await account.checked(site, await account.keyword(site, 'checked'))
    expect((await sync(account, '/projects', 'projects', next)).ids).toEqual([])
    for (const set of ["tags = '{x}'", 'frozen = true', 'account_id = account_id']) {
      await world.parts.pool.query(`UPDATE site SET ${set} WHERE id = $1`, [other.id])
      const found = await sync(account, '/projects', 'projects', next)
      expect(found.ids, set).toEqual([other.id])
      next = found.next
    }
  })

  it('has a keyword that was checked, whose check failed, or whose past was imported', async () => {
    const account = accountIn(world)
    const site = await account.site()
    world.serp.show('checked again', 'example.com')
    const keyword = await account.checked(site, await account.keyword(site, 'checked again'))
    const path = lists.overview(site)
    await quiet()
    let { next } = await sync(account, path, 'overview', early)
    const header = 'ID,Keyword,Position,URL,Country,City,Device,Updated,Added,Tags'
    const text = `${header}\n1, checked again, 7, https://example.com/, United States, -, desktop, 2026-01-10T08:00:00.000Z, 2025-01-01T00:00:00.000Z, a`
    const operator = callerOf({ kind: 'operator', accountId: '' })
    const body = { from: 'serpbear' as const, accountId: account.id, domain: 'example.com', text }
    expect((await world.rpc('keywords.import', { body }, operator)).positions).toBe(1)
    const imported = await sync(account, path, 'overview', next)
    expect(imported.ids).toEqual([keyword.id])
    next = imported.next
    world.serp.fail('checked again', 'upstream')
    world.pass(36.5)
    await account.checked(site, keyword, 'failed')
    expect((await sync(account, path, 'overview', next)).ids).toEqual([keyword.id])
  })

  it('the first page has nextUpdatedSince, also of the first call, which has no updatedSince; no other has', async () => {
    const account = accountIn(world)
    const { site } = await quietSite(account, ['one', 'two'])
    for (const path of [lists.keywords(site), lists.overview(site)]) {
      const first = (await account.get(`${path}?limit=1&updatedSince=${early}`)).body
      const second = (await account.get(`${path}?limit=1&updatedSince=${early}&cursor=${first.nextCursor}`)).body
      expect([first, second].map((body) => [body.keywords.length, body.total])).toEqual(Array(2).fill([1, 2]))
      expect(first.nextUpdatedSince).toMatch(/^\d{4}-/)
      expect(second).not.toHaveProperty('nextUpdatedSince')
      const begin = (await account.get(`${path}?limit=1`)).body
      expect(begin.nextUpdatedSince).toMatch(/^\d{4}-/)
      expect((await account.get(`${path}?limit=1&cursor=${begin.nextCursor}`)).body).not.toHaveProperty(
        'nextUpdatedSince',
      )
      expect(await sync(account, path, 'keywords', begin.nextUpdatedSince ?? '')).toMatchObject({ ids: [] })
    }
    expect((await account.get('/projects?updatedSince=yesterday')).body).toMatchObject({
      code: 'invalid_input',
      errors: [{ in: 'query', field: 'updatedSince' }],
    })
  })

  it('misses no change, however writers that commit late and readers are mixed', async () => {
    const account = accountIn(world)
    const { site, keywords } = await quietSite(account, ['a', 'b', 'c', 'd'])
    const step = fc.record({
      do: fc.constantFrom('write', 'COMMIT', 'ROLLBACK', 'sync'),
      writer: fc.constantFrom(0, 1),
    })
    let spelling = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const copy = new Map<string, Listed>()
        let since = early
        const read = async () => {
          const { rows, next } = await sync(account, lists.keywords(site), 'keywords', since)
          for (const row of rows) copy.set(row.id, row)
          since = next
        }
        const open = await openWriters(world.parts.pool, 2)
        try {
          for (const { do: act, writer } of steps) {
            // Each writer has keywords of its own, so that none waits for the other.
            if (act === 'sync') await read()
            else if (act === 'write')
              await open.write(writer, keywords[2 * writer + (++spelling % 2)]?.id, `s${spelling}`)
            else await open.end(writer, act)
          }
        } finally {
          await open.close()
        }
        await read()
        expect([...copy.values()].sort(byId)).toEqual([...(await account.keywords(site))].sort(byId))
      }),
      { numRuns: runs(25) },
    )
  })
})

/** Transactions that are open at the same time, each begun by its first write. */
async function openWriters(pool: Pool, count: number) {
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()))
  const open = new Set<number>()
  const end = async (writer: number, how: string) => {
    if (open.delete(writer)) await clients[writer]?.query(how)
  }
  return {
    end,
    async write(writer: number, id: string | undefined, phrase: string) {
      if (!open.has(writer)) await clients[writer]?.query('BEGIN')
      open.add(writer)
      await clients[writer]?.query('UPDATE keyword SET phrase = $2 WHERE id = $1', [id, phrase])
    },
    async close() {
      for (const [writer, client] of clients.entries()) {
        await end(writer, 'COMMIT')
        client.release()
      }
    },
  }
}

function byId(a: Listed, b: Listed): number {
  return a.id < b.id ? -1 : 1
}
