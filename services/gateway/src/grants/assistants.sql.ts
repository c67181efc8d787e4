import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { partOf, query } from '@rts/shared/sql/statement'
import { idleDays } from './rules/tokens.ts'

const held = { keyId: text, clientId: text, name: text, isIdle: boolean }
const assistant = {
  id: text,
  name: text,
  clientId: text,
  clientHost: text.orNull,
  personId: text.orNull,
  siteId: text.orNull,
  connectedAt: time,
  lastUsedAt: time.orNull,
}
export type Assistant = RowOf<typeof assistant>

/** The last stamp of a minute stays until the next request. */
const lastCall = 'm.stamps[cardinality(m.stamps)]'
const lastSign = `greatest(k.created_at, ${lastCall})`
const idleBefore = (at: string) => `${lastSign} <= ${at} - interval '${idleDays} days'`
const open = `FROM key_grant g JOIN api_key k ON k.id = g.key_id JOIN key_minute m ON m.key_id = g.key_id
   WHERE k.revoked_at IS NULL`

const accessesOfPerson = query(
  held,
  `SELECT ${selectList(held, 'g', { name: 'k.name', isIdle: idleBefore('clock_timestamp()') })}
   ${open} AND k.account_id = $1 AND g.person_id = $2 ORDER BY ${lastSign}, g.key_id`,
)
const assistantsOfAccount = query(
  assistant,
  `SELECT ${selectList(assistant, 'g', {
    id: 'g.key_id',
    name: 'k.name',
    siteId: 'k.site_id',
    connectedAt: 'k.created_at',
    lastUsedAt: lastCall,
  })}
   ${open} AND k.account_id = $1 AND ($2::text IS NULL OR g.person_id = $2) ORDER BY k.created_at, g.key_id`,
)
const accessesOfLeaver = query(
  { id: text },
  `SELECT g.key_id AS id ${open} AND k.account_id = $1 AND g.person_id = $2
   AND coalesce(g.rights_since, k.created_at) <= $3`,
)
const accessesOfClient = query({ id: text }, `SELECT g.key_id AS id ${open} AND k.account_id = $1 AND g.client_id = $2`)
const partOfGrants = partOf('key_grant', 'key_id')
/** Locks both rows: a concurrent call is seen, or waits and is refused. */
const idleToEnd = query(
  { id: text },
  `SELECT g.key_id AS id ${open} AND g.key_id > $1 AND g.key_id <= $2 AND ${idleBefore('coalesce($3, clock_timestamp())')}
   ORDER BY g.key_id FOR UPDATE OF k, m SKIP LOCKED`,
)
/** An index by time would be written on each call of an assistant. */
const partSize = 100
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** Needs the account's lock. The one unused for longest comes first. */
export function listAccesses(tx: Transaction, accountId: string, personId: string): Promise<RowOf<typeof held>[]> {
  return accessesOfPerson.rows(tx, [accountId, personId])
}

/** Of one person, or of all for null, oldest first. */
export function listAssistants(db: Database, accountId: string, personId: string | null): Promise<Assistant[]> {
  return assistantsOfAccount.rows(db, [accountId, personId])
}

export async function accessesUntil(
  tx: Transaction,
  accountId: string,
  personId: string,
  at: string,
): Promise<string[]> {
  return ids(await accessesOfLeaver.rows(tx, [accountId, personId, at]))
}

export async function accessesThrough(tx: Transaction, accountId: string, clientId: string): Promise<string[]> {
  return ids(await accessesOfClient.rows(tx, [accountId, clientId]))
}

/** Locks accesses unused for ninety days among a hundred after `after`; returns the next part's start. */
export async function lockIdle(tx: Transaction, after: string, at?: Date): Promise<{ idle: string[]; next: string }> {
  const { last } = await partOfGrants.require(tx, [after, partSize])
  const idle = last === null ? [] : ids(await idleToEnd.rows(tx, [after, last, at]))
  return { idle, next: last ?? '' }
}
