import { randomUUID } from 'node:crypto'
import type { AlertItem, AlertRule } from '@rts/shared/contract/rows/alert'
import { columns } from '@rts/shared/service/columns'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, int, json, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Alerted, NewAlert } from './rules/rules.ts'
import type { Watch } from './watches.sql.ts'
import { channels } from './watches.sql.ts'

type Site = { id: string; accountId: string }
const stored = {
  id: text,
  siteId: text,
  rule: text.of<AlertRule>(),
  threshold: int.orNull,
  count: int,
  items: json.of<AlertItem[]>(),
  raisedAt: time,
  isForChannels: boolean,
}
export type StoredAlert = RowOf<typeof stored>
export type RaisedAlert = NewAlert & { id: string; threshold: number | null }

export const alertColumns = selectList(stored, 'a', { isForChannels: 'a.person_id IS NULL' })
export const alertFields = stored
const ofSite = query(
  stored,
  `SELECT ${alertColumns} FROM alert a WHERE site_id = $1 AND account_id = $2 AND (person_id = $3 OR person_id IS NULL)
   ORDER BY raised_at DESC, id LIMIT $4`,
)
const recentFields = { ...stored, site: text, total: int }
/** Alerts of a person and of channels about the same are one. `$3` null: all sites. */
const recent = query(
  recentFields,
  `SELECT ${selectList(recentFields, 'a', { isForChannels: 'a.person_id IS NULL', site: 'k.name', total: '(count(*) OVER ())::int' })}
   FROM known.site k JOIN LATERAL (
     SELECT DISTINCT ON (rule, items) * FROM alert
     WHERE site_id = k.id AND account_id = $1 AND (person_id = $2 OR person_id IS NULL) AND raised_at > $4
     ORDER BY rule, items, person_id NULLS LAST, raised_at DESC) a ON true
   WHERE k.account_id = $1 AND k.deleted_at IS NULL AND NOT k.in_trash AND ($3::text[] IS NULL OR k.id = ANY ($3))
   ORDER BY a.raised_at DESC, a.id LIMIT $5`,
)
/**
 * Stores moments once, and answers the places of those that are news: new, and not part of an alert of the same topic that lasts.
 * Others who store the same wait, and have no news then.
 */
const news = query(
  { place: int },
  `WITH given AS (
     SELECT rule, subject, fact, at, lasts, place::int FROM unnest($4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::int[])
       WITH ORDINALITY AS g (rule, subject, fact, at, lasts, place)),
   lasting AS (
     SELECT DISTINCT place FROM given g JOIN alert_moment m ON m.site_id = $1 AND m.audience = $2 AND m.rule = g.rule
       AND m.subject = g.subject AND m.fact <> g.fact AND m.at <= g.at AND m.at > g.at - make_interval(days => g.lasts)
     WHERE g.lasts > 0),
   kept AS (
     INSERT INTO alert_moment (site_id, audience, rule, subject, fact, person_id, at)
     SELECT $1, $2, rule, subject, fact, $3, at FROM given ORDER BY rule, subject, fact ON CONFLICT DO NOTHING
     RETURNING rule, subject, fact)
   SELECT place FROM given JOIN kept USING (rule, subject, fact) WHERE place NOT IN (SELECT place FROM lasting) ORDER BY place`,
)
const raising = statement(
  `INSERT INTO alert (id, site_id, account_id, person_id, rule, threshold, count, items, raised_at, waits)
   SELECT a->>'id', $1, $2, $3::text, a->>'rule', (a->>'threshold')::int, (a->>'count')::int, a->'items', $4, $3::text IS NOT NULL
   FROM jsonb_array_elements($5::jsonb) a`,
)

export function listAlerts(db: Database, { id, accountId }: Site, personId: string, take: number) {
  return ofSite.rows(db, [id, accountId, personId, take])
}

/** The alerts since a time about sites of an account, or about all of them, the latest first. */
export function listRecent(
  db: Database,
  accountId: string,
  personId: string,
  { siteIds, since, take }: { siteIds: readonly string[] | null; since: Date; take: number },
) {
  return recent.rows(db, [accountId, personId, siteIds, since, take])
}

/** Stores moments for an audience; answers those that are news to it. */
export async function keepMoments(
  tx: Transaction,
  siteId: string,
  { audience }: Pick<Watch, 'audience'>,
  moments: readonly Alerted[],
): Promise<Alerted[]> {
  if (moments.length === 0) return []
  const personId = audience === channels ? null : audience
  const values = columns(moments, 'rule', 'subject', 'fact', 'at', 'lastsDays')
  const rows = await news.rows(tx, [siteId, audience, personId, ...values])
  return rows.flatMap(({ place }) => moments[place - 1] ?? [])
}

/** Stores alerts; a person's wait for the next letter. Answers them with their ids. */
export async function raiseAlerts(
  tx: Transaction,
  site: Site,
  { audience }: Pick<Watch, 'audience'>,
  alerts: readonly (NewAlert & { threshold: number | null })[],
  at: Date,
): Promise<RaisedAlert[]> {
  const raised = alerts.map((alert) => ({ ...alert, id: randomUUID() }))
  const personId = audience === channels ? null : audience
  if (raised.length > 0) await raising.run(tx, [site.id, site.accountId, personId, at, JSON.stringify(raised)])
  return raised
}
