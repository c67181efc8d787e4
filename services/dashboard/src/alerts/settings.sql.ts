import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, json, type RowOf, selectList, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { StoredRule } from './rules/settings.ts'

const setting = { audience: text, isOn: boolean, rules: json.of<StoredRule[]>() }
export type StoredSetting = RowOf<typeof setting>
const hours = { from: text.filled, until: text.filled }
type Site = { id: string; accountId: string }

const ofSite = query(
  setting,
  `SELECT ${selectList(setting, 's')} FROM alert_setting s WHERE site_id = $1 AND account_id = $2 AND audience = ANY($3)`,
)
const storage = statement(
  `INSERT INTO alert_setting (site_id, audience, account_id, person_id, is_on, rules, changed_at)
   VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp())
   ON CONFLICT (site_id, audience) DO UPDATE SET account_id = excluded.account_id, person_id = excluded.person_id,
     is_on = excluded.is_on, rules = excluded.rules, changed_at = excluded.changed_at`,
)
const quietOf = query(
  hours,
  `SELECT quiet_from AS "from", quiet_until AS "until" FROM alert_recipient
   WHERE person_id = $1 AND quiet_from IS NOT NULL AND quiet_until IS NOT NULL`,
)
/** Other hours may let a letter go sooner. */
const quietStorage = statement(
  `INSERT INTO alert_recipient AS r (person_id, quiet_from, quiet_until) VALUES ($1, $2, $3)
   ON CONFLICT (person_id) DO UPDATE SET quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
     due_at = CASE WHEN r.due_at IS NULL THEN NULL ELSE clock_timestamp() END`,
)

export function listSettings(db: Database | Transaction, { id, accountId }: Site, audiences: readonly string[]) {
  return ofSite.rows(db, [id, accountId, audiences])
}

export async function storeSetting(
  tx: Transaction,
  { id, accountId }: Site,
  personId: string,
  { audience, isOn, rules }: StoredSetting,
): Promise<void> {
  await storage.run(tx, [id, audience, accountId, personId, isOn, JSON.stringify(rules)])
}

export function findQuiet(db: Database, personId: string): Promise<RowOf<typeof hours> | undefined> {
  return quietOf.first(db, [personId])
}

/** Null: mail at any hour. */
export async function storeQuiet(tx: Transaction, personId: string, quiet: RowOf<typeof hours> | null): Promise<void> {
  await quietStorage.run(tx, [personId, quiet?.from ?? null, quiet?.until ?? null])
}
