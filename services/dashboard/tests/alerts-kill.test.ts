import { until } from '@rts/local/testing/until'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { alertedSite, fallTo } from './support/alerts.ts'
import { newOwner, startTeamWorld, type TestMember } from './support/team.ts'
import type { World } from './support/world.ts'

let world: World
let owner: TestMember
let site: Awaited<ReturnType<typeof alertedSite>>
beforeEach(async () => {
  world = await startTeamWorld({}, { inProcesses: true })
  const projects = await world.startProjects()
  owner = await newOwner(world, 'growth')
  site = await alertedSite({ ...world, projects }, owner)
  await site.watch()
  await site.keyword('tea', fallTo(14))
}, 120_000)
afterEach(() => world.stop())

const query = (sql: string, values: unknown[] = []) => world.database.pool.query(sql, values)
const raised = async () =>
  (await query('SELECT rule, waits FROM alert WHERE site_id = $1', [site.id])).rows.map(({ rule, waits }) => [
    rule,
    waits,
  ])
const letters = () => world.letters(owner.email).filter((letter) => /^Subject: .*alert/m.test(letter))

/** Another dashboard takes over: all that the killed one had begun is due. */
async function takeOver(): Promise<void> {
  await query('UPDATE alert_look SET due_at = clock_timestamp()')
  await query('UPDATE alert_recipient SET due_at = clock_timestamp(), quiet_from = NULL WHERE due_at IS NOT NULL')
  await world.startDashboard()
  await until('the letter', () => letters().length > 0)
  await query('UPDATE alert_look SET due_at = clock_timestamp()')
  await site.looked()
}

it('kill -9 while a look raises: nothing is raised, and the next look raises it once', async () => {
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
    await world.kill()
  } finally {
    await holder.query('COMMIT')
    holder.release()
  }
  expect(await raised()).toEqual([])
  await takeOver()
  expect([await raised(), letters().length]).toEqual([[['left_top', false]], 1])
}, 240_000)

it('kill -9 between raising and sending: the alert waits, and is mailed once', async () => {
  await query(`INSERT INTO alert_recipient (person_id, quiet_from, quiet_until) VALUES ($1, '00:00', '23:59')`, [
    owner.id,
  ])
  await site.look()
  expect(await raised()).toEqual([['left_top', true]])
  await world.kill()
  expect(letters()).toEqual([])
  await takeOver()
  expect([await raised(), letters().length]).toEqual([[['left_top', false]], 1])
}, 240_000)
