import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import { guestHours, reissueSeconds } from './rules/limits.ts'

export type ClaimKey = 'site' | 'account' | 'none'
const guest = {
  id: text,
  accountId: text,
  status: text.of<'active' | 'claiming' | 'claimed' | 'ended'>(),
  agentName: text.orNull,
  seenFrom: text.orNull,
  createdAt: time,
  endsAt: time,
  heldUntil: time,
  /** Null: the plan's. */
  checkEveryDays: int.orNull,
  usedKeyId: text.orNull,
  claimedBy: text.orNull,
  claimKey: text.of<ClaimKey>().orNull,
  claimActor: text.orNull,
  /** Past the end and a sign-up's hold, by the database's clock. */
  isOver: boolean,
  waitSeconds: int,
}
export type Guest = RowOf<typeof guest>
export type Network = { hash: string; area: string | null; from: string }
type NewGuest = Pick<Guest, 'id' | 'accountId' | 'agentName' | 'checkEveryDays'> & { network: Network }
type NewToken = { id: string; accountId: string; hash: Buffer; start: string; endsAt: Date }
const ended = { accountId: text, closedAt: time.filled }
const room = { all: int, here: int, isSecond: boolean }

const isOver = 'greatest(g.ends_at, g.held_until) <= clock_timestamp()'
const columns = selectList(guest, 'g', {
  heldUntil: 'greatest(g.ends_at, g.held_until)',
  isOver,
  waitSeconds: `greatest(0, ceil(extract(epoch FROM g.issued_at + interval '${reissueSeconds} seconds' - clock_timestamp())))::int`,
})
const guestsBy = (where: string) => query(guest, `SELECT ${columns} FROM guest g ${where}`)
const ofLink = 'JOIN guest_link l ON l.guest_id = g.id WHERE l.hash = $1'
/** Keeps claims and the end out until the transaction ends. */
const lock = 'FOR UPDATE OF g'
const guestToLock = guestsBy(`WHERE g.id = $1 ${lock}`)
const guestByAccount = guestsBy('WHERE g.account_id = $1')
const guestOfAccountToLock = guestsBy(`WHERE g.account_id = $1 ${lock}`)
const guestByLink = guestsBy(ofLink)
const guestOfLinkToLock = guestsBy(`${ofLink} ${lock}`)
const guestOfNetworkToLock = guestsBy(`WHERE g.network = $1 AND g.status IN ('active', 'claiming') ${lock}`)
const networkLock = statement('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))')
/** Arbitrary; no other code locks it. */
const roomLock = statement('SELECT pg_advisory_xact_lock(4711001)')
const openGuests = `FROM guest WHERE status IN ('active', 'claiming')`
const guestRoom = query(
  room,
  `SELECT count(*)::int AS all, count(*) FILTER (WHERE area = $2)::int AS here, EXISTS (
     SELECT 1 FROM guest WHERE network = $1 AND created_at > statement_timestamp() - interval '7 days') AS "isSecond" ${openGuests}`,
)
const guestCount = query({ all: int }, `SELECT count(*)::int AS all ${openGuests}`)
const guestInsert = query(
  guest,
  `INSERT INTO guest AS g (id, account_id, network, area, seen_from, agent_name, check_every_days, created_at, issued_at, ends_at)
   SELECT $1, $2, $3, $4, $5, $6, $7, t, t, t + interval '${guestHours} hours' FROM clock_timestamp() AS t RETURNING ${columns}`,
)
const earlierTokensRevocation = statement(
  `UPDATE api_key SET revoked_at = clock_timestamp() WHERE account_id = $1 AND revoked_at IS NULL
     AND id NOT IN (SELECT k.id FROM api_key k WHERE k.account_id = $1 AND k.revoked_at IS NULL ORDER BY k.created_at DESC LIMIT 1)`,
)
const tokenInsert = statement(
  `WITH token AS (INSERT INTO api_key (id, account_id, kind, name, hash, start, created_at, expires_at)
     VALUES ($1, $2, 'guest', 'guest', $3, $4, clock_timestamp(), $5))
   INSERT INTO key_minute (key_id) VALUES ($1)`,
)
const issueTimeUpdate = statement('UPDATE guest SET issued_at = clock_timestamp() WHERE id = $1')
const guestKeyUse = query({ used: boolean }, 'SELECT use_guest_key($1) AS used', 'use-guest-key')
const nextOver = query(
  { id: text },
  `SELECT g.id FROM guest g WHERE g.status = 'active' AND g.ends_at <= statement_timestamp() AND ${isOver} ORDER BY g.ends_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
)
const ending = query(
  ended,
  `UPDATE guest g SET status = 'ended', closed_at = clock_timestamp(), seen_from = NULL
   WHERE g.id = $1 AND g.status = 'active' AND ${isOver} RETURNING ${selectList(ended, 'g')}`,
)

/** Throws `not_found`. */
export function requireGuest(db: Database, accountId: string): Promise<Guest> {
  return guestByAccount.require(db, [accountId], 'No such guest')
}

export function lockGuest(tx: Transaction, id: string): Promise<Guest | undefined> {
  return guestToLock.first(tx, [id])
}

export function lockGuestOfAccount(tx: Transaction, accountId: string): Promise<Guest | undefined> {
  return guestOfAccountToLock.first(tx, [accountId])
}

/** Throws `not_found`. */
export async function requireGuestOfLink(db: Database, linkHash: Buffer): Promise<Guest> {
  return guestByLink.require(db, [linkHash], 'No such link')
}

/** Throws `not_found`. */
export async function lockGuestOfLink(tx: Transaction, linkHash: Buffer): Promise<Guest> {
  return guestOfLinkToLock.require(tx, [linkHash], 'No such link')
}

/** Locks the network and its area too: no other call looks for a guest until the transaction ends. */
export async function lockGuestOfNetwork(tx: Transaction, { hash, area }: Network): Promise<Guest | undefined> {
  await networkLock.run(tx, [area ?? hash])
  return guestOfNetworkToLock.first(tx, [hash])
}

/** Guests of all networks (still growing), of the locked area, and whether this network had one in a week. */
export function readRoom(tx: Transaction, { hash, area }: Network): Promise<RowOf<typeof room>> {
  return guestRoom.require(tx, [hash, area])
}

/** Includes this transaction's guest; the lock keeps the limit exact. */
export async function countAllLocked(tx: Transaction): Promise<number> {
  await roomLock.run(tx)
  return (await guestCount.require(tx)).all
}

export function insertGuest(tx: Transaction, given: NewGuest): Promise<Guest> {
  const { id, accountId, network, agentName, checkEveryDays } = given
  const values = [id, accountId, network.hash, network.area, network.from, agentName, checkEveryDays]
  return guestInsert.require(tx, values)
}

export async function insertToken(tx: Transaction, token: NewToken): Promise<void> {
  const { id, accountId, hash, start, endsAt } = token
  await tokenInsert.run(tx, [id, accountId, hash, start, endsAt])
}

/** The latest earlier token stays valid until one of the two is used. */
export async function revokeEarlierTokens(tx: Transaction, { id, accountId }: Guest): Promise<void> {
  await earlierTokensRevocation.run(tx, [accountId])
  await issueTimeUpdate.run(tx, [id])
}

/** False if the guest's other token was used first, which revokes this one. */
export async function useGuestKey(db: Database, keyId: string): Promise<boolean> {
  return (await guestKeyUse.first(db, [keyId]))?.used === true
}

/** Locked by the first replica that finds it. */
export async function claimNext(tx: Transaction): Promise<string | undefined> {
  return (await nextOver.first(tx))?.id
}

/** Erases its address; undefined if its time is not over. */
export function updateToEnded(tx: Transaction, id: string): Promise<RowOf<typeof ended> | undefined> {
  return ending.first(tx, [id])
}
