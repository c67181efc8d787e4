import type { Plan } from '@rts/shared/plans'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { ClaimKey } from './guests.sql.ts'

/** Both accounts are the same for an upgrade in place. */
const openClaim = { id: text, guestAccountId: text, accountId: text, plan: text.of<Plan>(), isRepeat: boolean }
export type OpenClaim = RowOf<typeof openClaim>
const finishedClaim = { ...openClaim, keyId: text.orNull }
export type Claimed = { accountId: string; keyId: string | null }
/** An account, or a person without one: by address, or by log name if signed in. */
export type Claimer = { accountId: string } | { email: string; by: string }

const expressions = {
  guestAccountId: 'g.account_id',
  accountId: 'a.id',
  plan: 'a.plan',
  isRepeat: 'true',
  keyId: 'k.id',
}
const claimBegin = statement(
  `UPDATE guest SET status = 'claiming', claimed_by = $2, claim_key = $3, claim_actor = $4, claim_since = clock_timestamp() WHERE id = $1`,
)
const claimRelease = statement(
  `UPDATE guest SET status = 'active', claimed_by = NULL, claim_key = NULL, claim_actor = NULL, claim_since = NULL
   WHERE id = $1 AND status = 'claiming' AND claimed_by = $2`,
)
const claimEnd = query(
  { at: time.filled },
  `UPDATE guest SET status = 'claimed', claimed_by = $2, closed_at = clock_timestamp(), seen_from = NULL WHERE id = $1 RETURNING closed_at AS at`,
)
const finishedBy = (claimer: string) =>
  query(
    finishedClaim,
    `SELECT ${selectList(finishedClaim, 'g', expressions)}
     FROM guest_link l JOIN guest g ON g.id = l.guest_id JOIN account a ON a.id = g.claimed_by
     LEFT JOIN api_key k ON k.id = g.used_key_id AND k.kind = 'lasting'
     WHERE l.hash = $1 AND g.status = 'claimed' AND a.status = 'active' AND ${claimer}`,
  )
const finishedByAccount = finishedBy('g.claimed_by = $2')
const finishedByPerson = finishedBy(
  `g.claimed_by = g.account_id AND (a.email = $2 OR (g.claim_actor = $3 AND $3 LIKE 'person:%'))`,
)
const unfinished = query(
  openClaim,
  `SELECT ${selectList(openClaim, 'g', expressions)} FROM guest g JOIN account a ON a.id = g.claimed_by
   WHERE g.status = 'claiming' AND g.claim_since < statement_timestamp() - interval '1 minute' ORDER BY g.claim_since LIMIT 100`,
)
const tokenToLock = query(
  { id: text },
  `SELECT id FROM api_key WHERE account_id = $1 AND kind = 'guest' AND revoked_at IS NULL ORDER BY id = $2 DESC, created_at DESC LIMIT 1 FOR UPDATE`,
)
const otherTokensRevocation = statement(
  `UPDATE api_key SET revoked_at = clock_timestamp() WHERE account_id = $1 AND kind = 'guest' AND revoked_at IS NULL AND id IS DISTINCT FROM $2`,
)
const tokenConversion = statement(
  `UPDATE api_key SET account_id = $2, kind = 'lasting', name = $3, expires_at = NULL, site_id = $4 WHERE id = $1`,
)
const usedKeyUpdate = statement('UPDATE guest SET used_key_id = $2 WHERE id = $1')
const linkCount = query({ n: int }, 'SELECT count(*)::int AS n FROM guest_link WHERE guest_id = $1')
const linkInsert = statement('INSERT INTO guest_link (hash, guest_id, reason) VALUES ($1, $2, $3)')
const linkReason = query({ reason: text.orNull }, 'SELECT reason FROM guest_link WHERE hash = $1')
const hold = statement(`UPDATE guest SET held_until = ends_at + interval '1 hour' WHERE id = $1`)

export async function insertClaim(
  tx: Transaction,
  guestId: string,
  { accountId, key, by }: { accountId: string; key: ClaimKey; by: string },
): Promise<void> {
  await claimBegin.run(tx, [guestId, accountId, key, by])
}

/** The guest is active again and its links work, unless another claim began. */
export async function releaseClaim(db: Database, { id, accountId }: OpenClaim): Promise<void> {
  await claimRelease.run(db, [id, accountId])
}

/** Ends a claim, erases the guest's address, returns the time. */
export async function updateToClaimed(tx: Transaction, id: string, claimedBy: string): Promise<Date | undefined> {
  return (await claimEnd.first(tx, [id, claimedBy]))?.at
}

export function findFinished(
  db: Database,
  linkHash: Buffer,
  claimer: Claimer,
): Promise<RowOf<typeof finishedClaim> | undefined> {
  return 'email' in claimer
    ? finishedByPerson.first(db, [linkHash, claimer.email.toLowerCase(), claimer.by])
    : finishedByAccount.first(db, [linkHash, claimer.accountId])
}

export function listUnfinished(db: Database): Promise<OpenClaim[]> {
  return unfinished.rows(db)
}

/** The token that a guest used, or its latest one, locked. */
export async function lockToken(
  tx: Transaction,
  accountId: string,
  usedKeyId: string | null,
): Promise<string | undefined> {
  return (await tokenToLock.first(tx, [accountId, usedKeyId ?? '']))?.id
}

export async function revokeTokens(tx: Transaction, accountId: string, keptKeyId: string | null): Promise<void> {
  await otherTokensRevocation.run(tx, [accountId, keptKeyId])
}

export async function updateToLasting(
  tx: Transaction,
  keyId: string,
  { guestId, accountId, name, siteId }: { guestId: string; accountId: string; name: string; siteId: string | null },
): Promise<void> {
  await tokenConversion.run(tx, [keyId, accountId, name, siteId])
  await usedKeyUpdate.run(tx, [guestId, keyId])
}

export async function countLinks(tx: Transaction, guestId: string): Promise<number> {
  return (await linkCount.first(tx, [guestId]))?.n ?? 0
}

export async function insertLink(tx: Transaction, hash: Buffer, guestId: string, reason: string | null): Promise<void> {
  await linkInsert.run(tx, [hash, guestId, reason])
}

export async function reasonOfLink(db: Database, hash: Buffer): Promise<string | null> {
  return (await linkReason.first(db, [hash]))?.reason ?? null
}

export async function holdGuest(tx: Transaction, guestId: string): Promise<void> {
  await hold.run(tx, [guestId])
}
