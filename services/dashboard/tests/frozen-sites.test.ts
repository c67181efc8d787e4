import { until } from '@rts/local/testing/until'
import { inTransaction } from '@rts/shared/service/transaction'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimRule } from '../src/advice/allowed-rules.sql.ts'
import { claimLook } from '../src/alerts/watches.sql.ts'
import { claimNextReport } from '../src/reports/reports.sql.ts'
import { claimNext, countDeliveries } from '../src/webhooks/batches.sql.ts'
import { findWatched } from '../src/webhooks/events.sql.ts'
import { claimRead, watchRanks } from '../src/webhooks/rank-reads.sql.ts'
import { type AdviceWorld, startAdviceWorld } from './support/advice.ts'
import { alertedSite, fallTo, mailRound } from './support/alerts.ts'
import { announceTo, storeEndpoint } from './support/endpoints.ts'
import { freshMail } from './support/people.ts'
import { shareSite } from './support/reports.ts'
import { newOwner, startTeamReplica } from './support/team.ts'

let world: AdviceWorld
beforeAll(async () => {
  world = await startAdviceWorld()
})
afterAll(() => world.stop())

it('a frozen site has no alert, letter, report by mail or webhook, and no rule acts; all of it goes on when it thaws', async () => {
  const { pool } = world.database
  const owner = await newOwner(world, 'growth')
  await alertedSite(world, owner, 'older.example')
  const site = await alertedSite(world, owner, 'younger.example')
  await site.keyword('tea', fallTo(14))
  await site.watch()
  await site.let('link_to_disavow', 1)
  await shareSite(owner, site.id, { recipients: [freshMail()] })
  const of = { id: site.id, accountId: owner.accountId }
  const endpoint = await storeEndpoint(pool, { site: of, url: 'https://hooks.example/x' })
  await inTransaction(pool, (tx) => watchRanks(tx, of, new Date()))
  const change = (plan: 'free' | 'growth') =>
    world.operator.call('accounts.update', { params: { accountId: owner.accountId }, body: { plan } })
  const isFrozen = async () => {
    const { rows } = await pool.query('SELECT frozen FROM known.site WHERE id = $1', [site.id])
    return rows[0]?.frozen
  }
  await change('free')
  await until('the fact', isFrozen)

  await announceTo(pool, of, 'a')
  const past = `'2026-01-01T00:00:00Z'`
  for (const [table, column] of [
    ['advice_rule', 'due_at'],
    ['alert_look', 'due_at'],
    ['webhook_rank_read', 'due_at'],
    ['report', 'mail_due_at'],
  ])
    await pool.query(`UPDATE ${table} SET ${column} = ${past} WHERE site_id = $1`, [site.id])
  const now = new Date()
  const claimed = [
    ...(await claimRule(pool)),
    ...(await claimLook(pool)),
    ...(await claimRead(pool, now)),
    await claimNextReport(pool, now),
    ...(await claimNext(pool, { limit: 10, isSlow: false, ofAccount: 10, now })),
    await inTransaction(pool, (tx) => findWatched(tx, site.id)),
  ]
  expect(claimed.filter((each) => each !== undefined)).toEqual([])
  expect((await countDeliveries(pool, now)).dashboard_webhook_deliveries_waiting).toBe(0)
  await pool.query(
    `INSERT INTO alert (id, site_id, account_id, person_id, rule, count, items, raised_at, waits)
     VALUES ('old', $1, $2, $3, 'fell', 1, '[]', now(), true)`,
    [site.id, owner.accountId, owner.id],
  )
  await pool.query(`INSERT INTO alert_recipient (person_id, due_at) VALUES ($1, now())`, [owner.id])
  await mailRound(world, owner.id)
  expect(world.letters(owner.email).filter((letter) => letter.includes('younger.example'))).toEqual([])
  const params = { ...site.params, endpointId: endpoint.id }
  expect((await owner.op('webhooks.check', { params })).body).toMatchObject({ planLimit: { name: 'sites', used: 2 } })

  await change('growth')
  await until('the fact', async () => !(await isFrozen()))
  // Reports are looked at once a minute, and when a dashboard starts.
  await startTeamReplica(world)
  await until('the turns that were held back', async () => {
    const { rows } = await pool.query(
      `SELECT r.due_at > ${past} AND l.due_at > ${past} AND w.due_at > ${past} AND p.mail_due_at > ${past} AND e.fails > 0 AS done
       FROM advice_rule r JOIN alert_look l USING (site_id) JOIN webhook_rank_read w USING (site_id) JOIN report p USING (site_id)
         JOIN webhook_endpoint e USING (site_id) WHERE site_id = $1`,
      [site.id],
    )
    return rows[0]?.done
  })
})
