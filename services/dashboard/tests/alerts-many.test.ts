import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdviceWorld, startAdviceWorld } from './support/advice.ts'
import { alertedSite } from './support/alerts.ts'
import { newOwner } from './support/team.ts'

let world: AdviceWorld
beforeAll(async () => {
  world = await startAdviceWorld()
})
afterAll(() => world.stop())

/** More than one page of keywords. */
const many = 2_500

/** Keywords with eight checks at the fifth place, and then three in which the site is not found. */
async function storeFalls(siteId: string): Promise<void> {
  const { pool } = world.projects
  await pool.query(
    `INSERT INTO page_target (id, identity, phrase, country, language, slot_seconds)
     SELECT $1 || ' ' || n, $1 || ' ' || n, 'tea ' || n, 'us', 'en', 0 FROM generate_series(1, $2::int) n`,
    [siteId, many],
  )
  await pool.query(
    `INSERT INTO keyword (id, site_id, phrase, identity, country, language, target_id, tracked_since, created_at)
     SELECT $1 || '-' || n, $1, 'tea ' || n, 'tea ' || n, 'us', 'en', $1 || ' ' || n, now() - interval '11 days', now()
     FROM generate_series(1, $2::int) n`,
    [siteId, many],
  )
  await pool.query(
    `INSERT INTO ranks.rank (keyword, checked_at, domain, epoch, position, depth, source, url)
     SELECT k.seq, now() - make_interval(days => 10 - d), o.seq, 0, CASE WHEN d >= 8 THEN 0 ELSE 5 END, 100, ranks.source_of('test', true), NULL
     FROM keyword k JOIN tracked_domain o ON o.site_id = k.site_id AND o.kind = 'own' CROSS JOIN generate_series(0, 10) d
     WHERE k.site_id = $1`,
    [siteId],
  )
}

it('thousands of keywords that fall at once are one alert and one letter, and a second look has no news', async () => {
  const owner = await newOwner(world, 'agency')
  const site = await alertedSite(world, owner)
  await site.watch()
  await storeFalls(site.id)
  await site.look()
  const raised = await site.raised()
  expect(raised.map(({ rule, count, items }) => [rule, count, items.length])).toEqual([['not_found', many, 10]])
  await until('the letter', () => world.letters(owner.email).some((letter) => letter.includes('2,500 keywords')))
  await world.projects.pool.query('UPDATE keyword SET updated_at = now() WHERE site_id = $1', [site.id])
  await site.look()
  expect(await site.raised()).toHaveLength(1)
  const { alerts } = await site.preview()
  expect(alerts).toBe(1)
})
