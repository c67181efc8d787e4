import { until } from '@rts/local/testing/until'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { siteOf } from './support/advice.ts'
import { freshMail } from './support/people.ts'
import { shareSite } from './support/reports.ts'
import { newOwner, startTeamWorld } from './support/team.ts'
import type { World } from './support/world.ts'

const recipients = [freshMail(), freshMail()]
let world: World
let reportId: string
beforeEach(async () => {
  world = await startTeamWorld({}, { inProcesses: true })
  await world.startProjects()
  const owner = await newOwner(world, 'growth')
  const site = await siteOf(owner, 'tea.example')
  reportId = (await shareSite(owner, site.id, { parts: ['ranks'], recipients })).report.id
  await world.database.pool.query(`UPDATE report_recipient SET answer = 'confirmed'`)
  // A dashboard looks for letters once a minute, and when it starts: the one to be killed starts in the test.
  await world.kill()
}, 120_000)
afterEach(() => world.stop())

const query = (sql: string, values: unknown[] = []) => world.database.pool.query(sql, values)
const makeDue = () => query(`UPDATE report SET mail_due_at = '2026-11-01T01:00:00Z' WHERE id = $1`, [reportId])
const lettersOf = () =>
  recipients.map((email) => world.letters(email).filter((letter) => letter.includes('shares the report')).length)
const nextMail = async (): Promise<Date> =>
  (await query('SELECT mail_due_at FROM report WHERE id = $1', [reportId])).rows[0].mail_due_at

it('kill -9 between finding a monthly letter and writing it: nothing is sent, and after its lease it is sent once to each', async () => {
  const holder = await world.database.pool.connect()
  try {
    // The letters are being written, and wait here.
    await holder.query('BEGIN')
    await holder.query('LOCK TABLE facts.event IN SHARE MODE')
    await makeDue()
    const dashboard = await world.startDashboard()
    await until('the letters to wait', async () => {
      const { rows } = await query(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query LIKE '%facts.%'`,
      )
      return rows[0].n > 0
    })
    await world.kill(dashboard)
  } finally {
    await holder.query('COMMIT')
    holder.release()
  }
  expect([lettersOf(), (await nextMail()).toISOString()]).toEqual([[0, 0], '2026-11-01T01:00:00.000Z'])
  await query('UPDATE report SET lease_until = clock_timestamp() WHERE id = $1', [reportId])
  await Promise.all([world.startDashboard(), world.startDashboard()])
  await until('the letters', () => lettersOf().every((count) => count > 0))
  expect((await nextMail()).getTime()).toBeGreaterThan(Date.now())
  expect(lettersOf()).toEqual([1, 1])
}, 360_000)
