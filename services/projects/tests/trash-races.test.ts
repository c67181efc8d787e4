import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockEnded } from '../src/ending/deletion.sql.ts'
import { endStep } from '../src/ending/deletion.ts'
import { keptSince } from '../src/ending/rules/kept.ts'
import { endTrashStep } from '../src/sites/sites.ts'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, type World } from './support/world.ts'

const phrases = Array.from({ length: 60 }, (_, n) => `race ${n}`)
const dayMs = 86_400_000
let world: World
beforeAll(async () => {
  world = await startWorld({ replicas: 2 })
})
afterAll(() => world.stop())

const rows = async (sql: string, ...values: unknown[]) => (await world.parts.pool.query(sql, values)).rows
/** A moment at which the sweep finds over what a restoration still finds kept. */
const later = () => new Date(world.now().getTime() + 60_000)
const almost = () => new Date(world.now().getTime() - 30 * dayMs + 30_000)
/** The code of a call's refusal; a fault is thrown. */
const refusal = (error: unknown) => {
  if (!(error instanceof AppError) || error.code === 'internal') throw error
  return error.code
}

it('restoring, adding and sweeping keywords at once: each is back whole, or gone whole and added anew; none is both or twice', async () => {
  const growth = accountIn(world)
  const site = await growth.site()
  const person = callerOf({ kind: 'person', accountId: growth.id })
  const params = { id: site.id }
  const { keywords } = await world.rpc('keywords.createBulk', { params, body: { text: phrases.join('\n') } }, person)
  const ids = keywords.map(({ id }) => id)
  await rows('UPDATE site SET checks_paused_at = now() WHERE id = $1', site.id)
  await rows(
    `INSERT INTO ranks.rank SELECT k.seq, now() - day * interval '1 day', d.seq, 0, 1, 100, 1
     FROM keyword k JOIN tracked_domain d ON d.site_id = k.site_id, generate_series(2, 60) day WHERE k.site_id = $1`,
    site.id,
  )
  await world.rpc('keywords.deleteBulk', { params, body: { ids } }, person)
  await rows('UPDATE keyword SET deleted_at = $2 WHERE site_id = $1', site.id, almost())
  const sweep = async () => {
    while (await endStep(world.parts.pool, later(), 20)) {}
  }
  const restore = (id: string) => world.rpc('trashedKeywords.restore', { body: { ids: [id] } }, person).catch(refusal)
  const add = (keyword: string) => world.rpc('keywords.create', { params, body: { keyword } }, person)
  await Promise.all([
    sweep(),
    sweep(),
    ...ids.map((id, i) => (i % 2 === 0 ? restore(id) : undefined)),
    ...phrases.map(add),
  ])
  await sweep()
  const found = await rows(
    `SELECT k.id, k.phrase, k.deleted_at, (SELECT count(*)::int FROM ranks.rank r WHERE r.keyword = k.seq) AS ranks
     FROM keyword k WHERE k.site_id = $1`,
    site.id,
  )
  expect(found.filter(({ deleted_at }) => deleted_at !== null)).toEqual([])
  expect(found.map(({ phrase }) => phrase).sort()).toEqual([...phrases].sort())
  for (const { id, ranks } of found) expect(ranks > 0, id).toBe(ids.includes(id))
})

it('a sweep takes no keyword that was restored since it looked for one', async () => {
  const growth = accountIn(world)
  const site = await growth.site()
  const { id } = await growth.keyword(site, 'many')
  await rows(
    `INSERT INTO keyword (id, site_id, phrase, identity, country, language, target_id, tracked_since, created_at, deleted_at, in_trash)
     SELECT k.id || n, site_id, n, n, country, language, target_id, tracked_since, created_at, $2, true
     FROM keyword k, generate_series(1, 4000) n WHERE k.id = $1`,
    id,
    almost(),
  )
  const waiting = await rows('SELECT id FROM keyword WHERE site_id = $1 AND in_trash', site.id)
  const restored = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      await rows('UPDATE keyword SET deleted_at = NULL, in_trash = false WHERE id = $1', next.id)
  }
  const taken: string[] = []
  const swept = async () => {
    while (waiting.length > 0)
      await inTransaction(world.parts.pool, async (tx) => {
        const locked = (await lockEnded(tx, keptSince(later()), 500)).map((keyword) => keyword.id)
        const live = await tx.query('SELECT id FROM keyword WHERE id = ANY($1) AND deleted_at IS NULL', [locked])
        taken.push(...live.rows.map((row) => row.id))
      })
  }
  await Promise.all([restored(), restored(), swept()])
  expect(taken).toEqual([])
})

it('restoring, adding and sweeping a site at once: it is back and told as changed, or ended and told once', async () => {
  for (let round = 0; round < 15; round++) {
    const growth = accountIn(world)
    const person = callerOf({ kind: 'person', accountId: growth.id })
    const site = await growth.site()
    await growth.keyword(site, `of site ${round}`)
    await growth.delete(`/projects/${site.id}`)
    await rows('UPDATE site SET deleted_at = $2 WHERE id = $1', site.id, almost())
    const restore = () => world.rpc('trashedSites.restore', { params: { id: site.id } }, person).catch(refusal)
    const add = () => world.rpc('sites.create', { body: { name: site.name, domain: site.domain } }, person)
    const sweep = () => endTrashStep(world.parts.pool, later())
    await Promise.all([restore(), sweep(), add(), sweep(), restore()])
    const [live, ...more] = (await growth.get('/projects')).body.projects
    expect(more).toEqual([])
    const facts = await rows(
      `SELECT type FROM facts.event WHERE aggregate = 'site:' || $1 ORDER BY version DESC LIMIT 1`,
      site.id,
    )
    expect(facts).toEqual([{ type: live?.id === site.id ? 'site.changed' : 'site.deleted' }])
    expect(await growth.keywords(live ?? site)).toHaveLength(live?.id === site.id ? 1 : 0)
    const told = await rows(
      `SELECT FROM facts.event WHERE aggregate = 'site:' || $1 AND type = 'site.deleted'`,
      site.id,
    )
    expect(told.length).toBe(live?.id === site.id ? 0 : 1)
  }
})
