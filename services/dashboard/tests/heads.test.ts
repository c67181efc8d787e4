import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { rowsRead } from '@rts/local/testing/rows-read'
import { inTransaction, type Transaction } from '@rts/shared/service/transaction'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { claimRule } from '../src/advice/allowed-rules.sql.ts'
import { claimDecision } from '../src/advice/cards.sql.ts'
import { claimRecipient } from '../src/alerts/recipients.sql.ts'
import { claimLook, deleteOldAlerts } from '../src/alerts/watches.sql.ts'
import { deleteIdleAttempts } from '../src/attempts/attempts.sql.ts'
import { countWaiting } from '../src/billing/polls.sql.ts'
import { deleteExpiredMailChanges } from '../src/people/addresses.sql.ts'
import { sealedUnderOtherKeys as reportsUnderOtherKeys } from '../src/reports/reports.sql.ts'
import { deleteExpiredSessions } from '../src/sessions/sessions.sql.ts'
import { claimNextMail, deleteOldInvites } from '../src/team/invites.sql.ts'
import { claimNext } from '../src/webhooks/batches.sql.ts'
import { sealedUnderOtherKeys as endpointsUnderOtherKeys } from '../src/webhooks/endpoints.sql.ts'

const many = 3_000
/** Rows of others, none of which is due or old. */
const others = [
  `person (id, email, name) SELECT 'p' || n, n || '@example.com', 'P'`,
  `person_session (id, token, person_id, expires_at) SELECT 's' || n, 't' || n, 'p' || n, later`,
  `person_token (id, identifier, value, expires_at) SELECT 't' || n, 'i', 'v' || n, later`,
  `mail_change (person_id, email, hash, expires_at) SELECT 'p' || n, 'e', sha256('h'), later`,
  `mail_day (recipient, day, kind) SELECT n || '@example.com', current_date, 'invite'`,
  `attempt (bucket, idle_at) SELECT 'b' || n, later`,
  `invite (id, account_id, email, role, status, invited_by, expires_at, mail_due_at)
     SELECT 'i' || n, 'a' || n, n || '@example.com', 'viewer', 'pending', 'p1', later, later`,
  `advice_rule (site_id, rule, account_id, weekly_cap, allowed_by, due_at) SELECT 's' || n, 'r', 'a', 1, 'p1', later`,
  `advice_decision (id, site_id, account_id, rule, card_id, fact, title, evidence, decision, by_rule, person_id, lease_until)
     SELECT 'd' || n, 's' || n, 'a', 'r', 'c', 'f', '{}', '{}', 'done', false, 'p1', later`,
  `alert_look (site_id, account_id, due_at) SELECT 's' || n, 'a', later`,
  `alert_recipient (person_id, due_at) SELECT 'p' || n, later`,
  `alert (id, site_id, account_id, rule, count, items, raised_at, waits) SELECT 'a' || n, 's' || n, 'a', 'r', 1, '[]', now(), false`,
  `alert_moment (site_id, audience, rule, subject, fact, at) SELECT 's' || n, 'me', 'r', 'k', 'f', now()`,
  `billing_order (id, account_id, email, kind, plan, months, currency, price, amount, status, created_at)
     SELECT 'o' || n, 'a' || n, 'e', 'plan', 'scale', 1, 'IDR', 1, 1, 'paid', now()`,
  `webhook_endpoint (id, site_id, account_id, kind, name, shown, language, sealed_url, sealed_secret, due_at)
     SELECT 'e' || n, 's' || n, 'a' || n, 'webhook', 'n', 's', 'en', 'now.u', 'now.s', later`,
  `report (id, account_id, site_id, person_id, title, language, period, parts, time_zone, token_hash, sealed_token)
     SELECT 'r' || n, 'a' || n, 's' || n, 'p1', 't', 'en', '28', '{}', 'UTC', 'h' || n, 'now.t'`,
]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'dashboard')
  const from = `FROM generate_series(1, ${many}) n, (SELECT now() + interval '1 day' AS later) l`
  for (const rows of others) await database.pool.query(`INSERT INTO ${rows} ${from}`)
  await database.pool.query(`UPDATE webhook_endpoint SET due_at = now() WHERE id = 'e1'`)
  await database.pool.query('VACUUM ANALYZE')
})
afterAll(() => database.drop())

const inTx = (work: (tx: Transaction) => Promise<unknown>) => (db: Pool) => inTransaction(db, work)
const walked = (walk: (db: Pool) => AsyncGenerator) => (db: Pool) => Array.fromAsync(walk(db))
const heads: [name: string, head: (db: Pool) => Promise<unknown>][] = [
  ['the next rule that acts', claimRule],
  ['the next decision that was cut off', claimDecision],
  ['the next site to look at', claimLook],
  ['the next recipient of alerts', claimRecipient],
  ['the next letter of an invite', inTx(claimNextMail)],
  ['the next endpoints', (db) => claimNext(db, { limit: 64, isSlow: false, ofAccount: 24, now: new Date() })],
  ['expired sessions and links', deleteExpiredSessions],
  ['expired changes of address', deleteExpiredMailChanges],
  ['old invites and days of mail', deleteOldInvites],
  ['idle attempts', deleteIdleAttempts],
  ['old alerts', deleteOldAlerts],
  ['endpoints that another key sealed', walked((db) => endpointsUnderOtherKeys(db, 'now'))],
  ['reports that another key sealed', walked((db) => reportsUnderOtherKeys(db, 'now'))],
  ['orders that wait', (db) => countWaiting(db, new Date())],
]

it.each(heads)('finding %s reads none of those that are not due', async (_, head) => {
  expect(await rowsRead(database.url, head)).toBeLessThan(20)
})
