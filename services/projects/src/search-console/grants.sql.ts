import type { BrokenReason } from '@rts/shared/contract/rows/search-console'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { bigint, type Columns, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { sealedByOthers } from '@rts/shared/sql/sealed'
import { query, statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'

const grant = {
  accountId: text,
  googleSub: text,
  email: text,
  refreshSealed: text,
  status: text.of<'active' | 'broken'>(),
  brokenReason: text.of<BrokenReason>().orNull,
  brokenAt: time.orNull,
  connectedAt: time,
  version: bigint,
}
/** An account's connection; `version` is another one after each change of it. */
export type Grant = RowOf<typeof grant>
type NewGrant = Pick<Grant, 'accountId' | 'googleSub' | 'email' | 'refreshSealed'> & {
  scope: string
  connectedBy: string
}
const ended = { googleSub: grant.googleSub, refreshSealed: grant.refreshSealed, status: grant.status }
type EndedGrant = RowOf<typeof ended>

const selectGrant = `SELECT ${selectList(grant, 'g')} FROM google_grant g`
const grantOfAccount = query(grant, `${selectGrant} WHERE account_id = $1`, 'grant.find')
const activeGrant = query(grant, `${selectGrant} WHERE account_id = $1 AND status = 'active'`)
const upsert = query(
  { version: bigint },
  `INSERT INTO google_grant (account_id, google_sub, email, refresh_sealed, scope, connected_by, connected_at, refreshed_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
   ON CONFLICT (account_id) DO UPDATE SET google_sub = excluded.google_sub, email = excluded.email,
     refresh_sealed = excluded.refresh_sealed, scope = excluded.scope, connected_by = excluded.connected_by,
     connected_at = excluded.connected_at, refreshed_at = excluded.refreshed_at, status = 'active', broken_reason = NULL,
     broken_at = NULL, version = nextval('google_grant_version_seq') RETURNING version`,
)
const lock = statement(`SELECT pg_advisory_xact_lock(hashtextextended('google ' || $1, 0))`)
const refresh = statement(
  `UPDATE google_grant SET refreshed_at = $3, refresh_sealed = coalesce($4, refresh_sealed) WHERE account_id = $1 AND version = $2`,
)
const breakOne = query(
  { version: bigint },
  `UPDATE google_grant SET status = 'broken', broken_reason = $3, broken_at = $4, version = nextval('google_grant_version_seq')
   WHERE account_id = $1 AND version = $2 AND status = 'active' RETURNING version`,
)
const deleteStates = statement('DELETE FROM oauth_state WHERE account_id = $1')
// Those of a closed account go with its sites, step after step.
const deleteReadings = statement(
  `DELETE FROM search_reading WHERE site_id IN (
     SELECT s.id FROM site s JOIN account a ON a.id = s.account_id WHERE a.id = $1 AND a.status <> 'closed')`,
)
const clearProperties = statement(
  'UPDATE site SET search_property = NULL WHERE account_id = $1 AND search_property IS NOT NULL',
)
const deleteOne = query(ended, `DELETE FROM google_grant g WHERE account_id = $1 RETURNING ${selectList(ended, 'g')}`)

export function findGrant(db: Database, accountId: string): Promise<Grant | undefined> {
  return grantOfAccount.first(db, [accountId])
}

/** Connects an account, in the place of what it had; answers the version of the connection. */
export async function storeGrant(
  db: Database,
  { accountId, googleSub, email, refreshSealed, scope, connectedBy }: NewGrant,
  now: Date,
): Promise<string> {
  return (await upsert.require(db, [accountId, googleSub, email, refreshSealed, scope, connectedBy, now])).version
}

/** An account's active grant once no other transaction refreshes it. No row is locked. */
export async function lockRefresh(tx: Transaction, accountId: string): Promise<Grant | undefined> {
  await lock.run(tx, [accountId])
  return activeGrant.first(tx, [accountId])
}

/** A grant was refreshed; `sealed` is another token in the place of its own, null for the same. */
export async function storeRefresh(tx: Transaction, grant: Grant, sealed: string | null, now: Date): Promise<void> {
  await refresh.run(tx, [grant.accountId, grant.version, now, sealed])
}

/** Answers the version of the broken connection; undefined if it is broken, ended or connected anew already. */
export async function markBroken(tx: Transaction, { accountId, version }: Grant, reason: BrokenReason, now: Date) {
  return (await breakOne.first(tx, [accountId, version, reason, now]))?.version
}

/** The active grants that another key than this one has sealed. */
export const sealedUnderOtherKeys = sealedByOthers(grant, {
  list: selectList(grant, 'g'),
  from: 'google_grant g',
  column: 'g.refresh_sealed',
  id: 'g.account_id',
  where: `g.status = 'active'`,
})

export async function storeReseal(records: Records, { accountId, refreshSealed }: Grant, sealed: string) {
  await records.googleGrant.updateMany({ where: { accountId, refreshSealed }, data: { refreshSealed: sealed } })
}

/** Deletes an account's connection with what was read through it; answers the connection, if there was one. */
export async function deleteGrant(tx: Transaction, accountId: string): Promise<EndedGrant | undefined> {
  await deleteStates.run(tx, [accountId])
  await deleteReadings.run(tx, [accountId])
  await clearProperties.run(tx, [accountId])
  return deleteOne.first(tx, [accountId])
}

export type Traveller = { accountId: string; personId: string; sessionHash: string }
type Begun = { siteId: string | null; verifierSealed: string }

const maxOpen = 10
const begun: Columns<Begun> = { siteId: text.orNull, verifierSealed: text }

const consume = query(
  begun,
  `DELETE FROM oauth_state o WHERE hash = $1 AND account_id = $2 AND person_id = $3 AND session_hash = $4 AND expires_at > $5
   RETURNING ${selectList(begun, 'o')}`,
)

/** Stores a consent that has begun, by the hash of its state; deletes those that are over, or too many of the account. */
export async function insertState(
  { oauthState }: Records,
  state: Traveller & Begun & { hash: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  const { accountId } = state
  const latestFirst = { where: { accountId }, orderBy: { expiresAt: 'desc' }, select: { hash: true } } as const
  const tooMany = await oauthState.findMany({ ...latestFirst, skip: maxOpen - 1 })
  const isTooMany = { hash: { in: tooMany.map(({ hash }) => hash) } }
  await oauthState.deleteMany({ where: { OR: [{ expiresAt: { lt: now } }, isTooMany] } })
  await oauthState.create({ data: state })
}

/** The same person, in the same session, gets a consent once and in time. No other try consumes it. */
export function consumeState(db: Database, hash: string, { accountId, personId, sessionHash }: Traveller, now: Date) {
  return consume.first(db, [hash, accountId, personId, sessionHash, now])
}

type Revocation = { id: string; googleSub: string; tokenSealed: string }

const maxTries = 5
const revocation: Columns<Revocation> = { id: text, googleSub: text, tokenSealed: text }

const insert = statement('INSERT INTO google_farewell (id, google_sub, token_sealed, next_at) VALUES ($1, $2, $3, $4)')
const deleteUseless = statement(
  `DELETE FROM google_farewell f WHERE tries >= $1
     OR EXISTS (SELECT 1 FROM google_grant g WHERE g.google_sub = f.google_sub AND g.status = 'active')`,
)
const claim = query(
  revocation,
  `UPDATE google_farewell f SET tries = tries + 1, next_at = $1::timestamptz + interval '1 minute' * (tries + 1)
   WHERE id = (SELECT id FROM google_farewell WHERE next_at <= $1 ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING ${selectList(revocation, 'f')}`,
)

export async function insertRevocation(tx: Transaction, { id, googleSub, tokenSealed }: Revocation, now: Date) {
  await insert.run(tx, [id, googleSub, tokenSealed, now])
}

/** Claims the next token to revoke, for a minute; none of a Google account connected here: Google would end that too. */
export async function claimNext(db: Database, now: Date): Promise<Revocation | undefined> {
  await deleteUseless.run(db, [maxTries])
  return claim.first(db, [now])
}

export async function deleteRevocation(records: Records, id: string): Promise<void> {
  await records.googleFarewell.deleteMany({ where: { id } })
}
