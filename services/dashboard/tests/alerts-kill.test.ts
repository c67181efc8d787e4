import type { TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { alertedSite, fallTo } from './support/alerts.ts'
import { newOwner, startTeamWorld } from './support/team.ts'
import type { World } from './support/world.ts'

let world: World
let one: Watched
let other: Watched
let dashboard: string | undefined
beforeAll(async () => {
  world = await startTeamWorld({}, { inProcesses: true })
  const projects = await world.startProjects()
  ;[one, other] = await Promise.all([watched(projects), watched(projects)])
}, 120_000)
afterAll(() => world.stop())

const query = (sql: string, values: unknown[] = []) => world.database.pool.query(sql, values)

/** An owner who is alerted of a site, and a keyword that has fallen since. */
async function watched(projects: TestDatabase) {
  const owner = await newOwner(world, 'growth')
  const site = await alertedSite({ ...world, projects }, owner)
  await site.watch()
  await site.keyword('tea', fallTo(14))
  return {
    owner,
    site,
    raised: async () =>
      (await query('SELECT rule, waits FROM alert WHERE site_id = $1', [site.id])).rows.map(({ rule, waits }) => [
        rule,
        waits,
      ]),
    letters: () => world.letters(owner.email).filter((letter) => /^Subject: .*alert/m.test(letter)),
  }
}
type Watched = Awaited<ReturnType<typeof watched>>

/** Another dashboard takes over: all that the killed one had begun is due. */
async function takeOver({ site, owner, letters }: Watched): Promise<void> {
  await site.makeDue()
  await query(
    'UPDATE alert_recipient SET due_at = clock_timestamp(), quiet_from = NULL WHERE due_at IS NOT NULL AND person_id = $1',
    [owner.id],
  )
  dashboard = await world.startDashboard()
  await until('the letter', () => letters().length > 0)
  await site.look()
}

it('kill -9 while a look raises: nothing is raised, and the next look raises it once', async () => {
  const { owner, site, raised, letters } = one
  await query('INSERT INTO alert_recipient (person_id) VALUES ($1)', [owner.id])
  const holder = await world.database.pool.connect()
  try {
    // The look has stored its alert, and waits here to make the mail due.
    await holder.query('BEGIN')
    await holder.query('SELECT FROM alert_recipient WHERE person_id = $1 FOR UPDATE', [owner.id])
    await site.makeDue()
    await until('the look to wait', async () => {
      const { rows } = await query(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%alert_recipient%'`,
      )
      return rows[0].n > 0
    })
    await world.kill(dashboard)
  } finally {
    await holder.query('COMMIT')
    holder.release()
  }
  expect(await raised()).toEqual([])
  await takeOver(one)
  expect([await raised(), letters().length]).toEqual([[['left_top', false]], 1])
}, 240_000)

it('kill -9 between raising and sending: the alert waits, and is mailed once', async () => {
  const { owner, site, raised, letters } = other
  await query(`INSERT INTO alert_recipient (person_id, quiet_from, quiet_until) VALUES ($1, '00:00', '23:59')`, [
    owner.id,
  ])
  await site.look()
  expect(await raised()).toEqual([['left_top', true]])
  await world.kill(dashboard)
  expect(letters()).toEqual([])
  await takeOver(other)
  expect([await raised(), letters().length]).toEqual([[['left_top', false]], 1])
}, 240_000)
