import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ KEYWORD_PROVIDERS: 'autocomplete' })
})
afterAll(() => world.stop())

/** The readings of a scope: until when they are kept. */
async function readings(scope: string): Promise<(Date | null)[]> {
  const found = await world.database.pool.query('SELECT expires_at AS until FROM collects.reading WHERE scope = $1', [
    scope,
  ])
  return found.rows.map((row) => row.until)
}
const tellAccount = (id: string, plan: 'guest' | 'free', version: number, status: 'active' | 'closed' = 'active') =>
  world.tell({
    type: 'account.changed',
    aggregate: `account:${id}`,
    version: 1_000 + version,
    state: { id, plan, status },
  })

/** A site whose account research knows as a guest's, with something collected for it. */
async function guestSite(domain: string) {
  const { accountId, site } = await world.newClient('free')
  await tellAccount(accountId, 'guest', 1)
  await until('the plan', async () => {
    const known = await world.database.pool.query('SELECT plan FROM known.account WHERE id = $1', [accountId])
    return known.rows[0]?.plan === 'guest'
  })
  const id = await site(domain)
  await world.asGuest('planner.list', { params: { id }, query: { q: 'kites' } }, accountId)
  return { id, accountId }
}

it('data collected for a guest is kept a day, and permanently once a person claims the account', async () => {
  const { id, accountId } = await guestSite('kept.com')
  const [before] = await readings(`s:${id}`)
  expect(before && before.getTime() - Date.now()).toBeGreaterThan(86_000_000)
  expect(before && before.getTime() - Date.now()).toBeLessThanOrEqual(86_400_000)
  await tellAccount(accountId, 'free', 2)
  await until('the claim', async () => (await readings(`s:${id}`))[0] === null)
})

it('a site that moves to a person’s account keeps its collected data', async () => {
  const { id } = await guestSite('moved.com')
  const { accountId } = await world.newClient('free')
  await until('the account', async () => {
    const known = await world.database.pool.query('SELECT 1 FROM known.account WHERE id = $1', [accountId])
    return known.rowCount === 1
  })
  const state = { id, accountId, name: 'm', domain: 'moved.com', country: 'us', language: 'en', frozen: false }
  const times = { createdAt: new Date().toISOString(), deletedAt: null }
  await world.tell({ type: 'site.changed', aggregate: `site:${id}`, version: 1_000, state: { ...state, ...times } })
  await until('the claim', async () => (await readings(`s:${id}`))[0] === null)
})

it('a closed account leaves no data, nor do its sites', async () => {
  const client = await world.newClient('growth')
  const id = await client.site('closing.com')
  await client.get('/keywords/research?q=balloons')
  await client.get(`/projects/${id}/planner?q=balloons`)
  const scopes = [`a:${client.accountId}`, `s:${id}`]
  for (const scope of scopes) expect(await readings(scope)).toHaveLength(1)
  await tellAccount(client.accountId, 'free', 1, 'closed')
  await until('the end', async () => (await Promise.all(scopes.map(readings))).flat().length === 0)
  const left = await world.database.pool.query(`SELECT key FROM collects.subject WHERE key LIKE '%balloons'`)
  expect(left.rows).toEqual([])
})
