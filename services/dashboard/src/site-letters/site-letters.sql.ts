import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, type RowOf, selectList } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { SiteLetterKind } from '../letters/letters.ts'

const chosen = { weekly: boolean, alerts: boolean }
export type ChosenLetters = RowOf<typeof chosen>
export type Recipient = { personId: string; siteId: string; accountId: string }

const columns = selectList(chosen, 'l')
const ofReader = query(
  chosen,
  `SELECT ${columns} FROM site_letter l WHERE person_id = $1 AND site_id = $2 AND account_id = $3`,
)
/** A site that another account has taken over begins anew: its former people chose for the former account. */
const choice = query(
  chosen,
  `INSERT INTO site_letter AS l (person_id, site_id, account_id, weekly, alerts, alerts_since)
   VALUES ($1, $2, $3, coalesce($4, false), coalesce($5, false), CASE WHEN $5 THEN clock_timestamp() END)
   ON CONFLICT (person_id, site_id) DO UPDATE SET account_id = excluded.account_id,
     weekly = coalesce($4, l.account_id = excluded.account_id AND l.weekly),
     alerts = coalesce($5, l.account_id = excluded.account_id AND l.alerts),
     alerts_since = CASE WHEN $5 AND NOT l.alerts THEN clock_timestamp() ELSE l.alerts_since END
   RETURNING ${columns}`,
)
const stop = statement(
  `UPDATE site_letter SET weekly = weekly AND $3 <> 'weekly', alerts = alerts AND $3 <> 'alerts'
   WHERE person_id = $1 AND site_id = ANY($2)`,
)
const ofSite = statement('DELETE FROM site_letter WHERE site_id = $1')
const ofAccount = statement('DELETE FROM site_letter WHERE account_id = $1')

/** The letters that a person chose; undefined where they have not chosen yet. */
export function findChosen(
  db: Database,
  { personId, siteId, accountId }: Recipient,
): Promise<ChosenLetters | undefined> {
  return ofReader.first(db, [personId, siteId, accountId])
}

/** Stores a choice; what is left out stays as it is, at first off. */
export function storeChoice(
  tx: Transaction,
  { personId, siteId, accountId }: Recipient,
  { weekly, alerts }: { weekly?: boolean | undefined; alerts?: boolean | undefined },
): Promise<ChosenLetters> {
  return choice.require(tx, [personId, siteId, accountId, weekly ?? null, alerts ?? null])
}

/** A person gets no more letters of a kind about these sites. */
export async function stopLetters(db: Database, kind: SiteLetterKind, personId: string, siteIds: readonly string[]) {
  await stop.run(db, [personId, siteIds, kind])
}

export async function deleteOfSite(tx: Transaction, siteId: string): Promise<void> {
  await ofSite.run(tx, [siteId])
}

export async function deleteOfAccount(tx: Transaction, accountId: string): Promise<void> {
  await ofAccount.run(tx, [accountId])
}
