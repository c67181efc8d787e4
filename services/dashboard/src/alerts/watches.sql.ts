import type { Database, Transaction } from '@rts/shared/service/transaction'
import { json, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { StoredRule } from './rules/settings.ts'

/** A site that is looked at; `readUntil` is null before the first look. */
const look = { siteId: text, accountId: text, readUntil: time.orNull }
export type Look = RowOf<typeof look>
/** Who is alerted about a site: a person, or its channels (`audience`), in whose name it is read, by which rules and since when. */
const watch = { audience: text, personId: text, rules: json.of<StoredRule[]>().orNull, since: time }
export type Watch = RowOf<typeof watch>
type Site = { id: string; accountId: string }

export const channels = 'channels'

const watched = statement(
  `INSERT INTO alert_look AS l (site_id, account_id, due_at) VALUES ($1, $2, clock_timestamp())
   ON CONFLICT (site_id) DO UPDATE SET account_id = excluded.account_id, due_at = least(l.due_at, excluded.due_at)`,
)
/** Longer than a look takes: where its process is killed the site is due again. */
const nextLook = query(
  look,
  `UPDATE alert_look l SET due_at = clock_timestamp() + interval '3 minutes' WHERE site_id = (
     SELECT site_id FROM alert_look a WHERE due_at <= statement_timestamp()
       AND NOT EXISTS (SELECT FROM known.site k WHERE k.id = a.site_id AND (k.in_trash OR k.frozen))
     ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
   ) RETURNING ${selectList(look, 'l')}`,
)
const watchesOfSite = query(
  watch,
  `SELECT ${selectList(watch, 'w')} FROM (
     SELECT l.person_id AS audience, l.person_id, s.rules, greatest(l.alerts_since, s.changed_at) AS since
     FROM site_letter l LEFT JOIN alert_setting s ON s.site_id = l.site_id AND s.audience = l.person_id
     WHERE l.site_id = $1 AND l.account_id = $2 AND l.alerts
     UNION ALL
     SELECT audience, person_id, rules, changed_at FROM alert_setting
     WHERE site_id = $1 AND account_id = $2 AND audience = '${channels}' AND is_on) w
   ORDER BY since, audience`,
)
const finishing = query(
  { siteId: text },
  `UPDATE alert_look SET due_at = clock_timestamp() + interval '1 hour', read_until = coalesce($2, read_until)
   WHERE site_id = $1 RETURNING site_id AS "siteId"`,
)
const ending = statement('DELETE FROM alert_look WHERE site_id = $1 AND due_at > clock_timestamp()')
const deletions = ['alert_look', 'alert', 'alert_moment', 'alert_setting'].map((table) =>
  statement(`DELETE FROM ${table} WHERE site_id = $1`),
)
const oldMoments = statement(`DELETE FROM alert_moment WHERE at < statement_timestamp() - interval '90 days'`)
const oldAlerts = statement(`DELETE FROM alert WHERE raised_at < statement_timestamp() - interval '90 days'`)

/** From now on a site is looked at, at once for the first time. */
export async function watchSite(tx: Transaction, { id, accountId }: Site): Promise<void> {
  await watched.run(tx, [id, accountId])
}

/** A site that is due, if one is; it is due again soon, unless the look is finished. */
export function claimLook(db: Database): Promise<Look[]> {
  return nextLook.rows(db)
}

/** Who watches a site, those who began first. */
export function listWatches(db: Database, { siteId, accountId }: Look): Promise<Watch[]> {
  return watchesOfSite.rows(db, [siteId, accountId])
}

/** The site is due again in an hour; false where it has ended. `readUntil` null leaves it as it was. Others wait for the transaction. */
export async function finishLook(tx: Transaction, siteId: string, readUntil: string | null): Promise<boolean> {
  return (await finishing.first(tx, [siteId, readUntil])) !== undefined
}

/** A site that is watched by no person and no channel is looked at no more, unless somebody began meanwhile. */
export async function endLook(db: Database, siteId: string): Promise<void> {
  await ending.run(db, [siteId])
}

export async function deleteAlerts(tx: Transaction, siteId: string): Promise<void> {
  for (const deletion of deletions) await deletion.run(tx, [siteId])
}

export async function deleteOldAlerts(db: Database): Promise<void> {
  await oldMoments.run(db)
  await oldAlerts.run(db)
}
