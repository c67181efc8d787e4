import { AppError } from '@rts/shared/errors'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { guestHours, reissueSeconds } from './rules/limits.ts'

/** The result for a claimed token: a lasting key for its site, for the whole account, or none. */
export type ClaimKey = 'site' | 'account' | 'none'
export type Guest = {
  id: string
  accountId: string
  status: 'active' | 'claiming' | 'claimed' | 'ended'
  agentName: string | null
  seenFrom: string | null
  createdAt: Date
  endsAt: Date
  /** The last moment to claim it. */
  heldUntil: Date
  /** Its rhythm, if it differs from the plan's. */
  checkEveryDays: number | null
  usedKeyId: string | null
  claimedBy: string | null
  claimKey: ClaimKey | null
  claimActor: string | null
  /** Past its end and past the hold of a sign-up, by the database's clock. */
  isOver: boolean
  /** Seconds until another token may be issued. */
  waitSeconds: number
}
export type Network = { hash: string; area: string | null; from: string }
type NewGuest = Pick<Guest, 'id' | 'accountId' | 'agentName' | 'checkEveryDays'> & { network: Network }
type NewToken = { id: string; accountId: string; hash: Buffer; start: string; endsAt: Date }

/** An arbitrary number; only this code locks it. */
const roomLock = 4_711_001

const isOver = `greatest(g.ends_at, g.held_until) <= clock_timestamp()`
const columns = `g.id, g.account_id AS "accountId", g.status, g.agent_name AS "agentName", g.seen_from AS "seenFrom",
  g.created_at AS "createdAt", g.ends_at AS "endsAt", greatest(g.ends_at, g.held_until) AS "heldUntil", g.check_every_days AS "checkEveryDays", g.used_key_id AS "usedKeyId", g.claimed_by AS "claimedBy",
  g.claim_key AS "claimKey", g.claim_actor AS "claimActor", ${isOver} AS "isOver",
  greatest(0, ceil(extract(epoch FROM g.issued_at + interval '${reissueSeconds} seconds' - clock_timestamp())))::int AS "waitSeconds"`
const ofLink = 'JOIN guest_link l ON l.guest_id = g.id WHERE l.hash = $1'
/** Keeps claims and the end out until the transaction ends. */
const lock = 'FOR UPDATE OF g'

/** The guest with this account. Throws `not_found`. */
export async function requireGuest(db: Database, accountId: string): Promise<Guest> {
  const guest = await find(db, 'WHERE g.account_id = $1', accountId)
  if (!guest) throw new AppError('not_found', 'No such guest')
  return guest
}

export function lockGuest(tx: Transaction, id: string): Promise<Guest | undefined> {
  return find(tx, `WHERE g.id = $1 ${lock}`, id)
}

export function lockGuestOfAccount(tx: Transaction, accountId: string): Promise<Guest | undefined> {
  return find(tx, `WHERE g.account_id = $1 ${lock}`, accountId)
}

/** The guest of a link. Throws `not_found`. */
export async function requireGuestOfLink(db: Database, linkHash: Buffer): Promise<Guest> {
  return ofSuchLink(await find(db, ofLink, linkHash))
}

/** The guest of a link, locked. Throws `not_found`. */
export async function lockGuestOfLink(tx: Transaction, linkHash: Buffer): Promise<Guest> {
  return ofSuchLink(await find(tx, `${ofLink} ${lock}`, linkHash))
}

/** The guest that a network has, locked. Until the transaction ends no other call of the area, or the network, looks for one. */
export async function lockGuestOfNetwork(tx: Transaction, { hash, area }: Network): Promise<Guest | undefined> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [area ?? hash])
  return find(tx, `WHERE g.network = $1 AND g.status IN ('active', 'claiming') ${lock}`, hash)
}

/** Guests of all networks and of an area, under a lock, so that parallel calls together keep the limits. */
export async function countGuests(tx: Transaction, area: string | null): Promise<{ all: number; here: number }> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [roomLock])
  const counted = await tx.query<{ all: number; here: number }>(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE area = $1)::int AS here FROM guest WHERE status IN ('active', 'claiming')`,
    [area],
  )
  return counted.rows[0] ?? { all: 0, here: 0 }
}

/** Whether a network had a guest within a week. */
export async function hadGuest(tx: Transaction, network: string): Promise<boolean> {
  const found = await tx.query(
    `SELECT 1 FROM guest WHERE network = $1 AND created_at > clock_timestamp() - interval '7 days' LIMIT 1`,
    [network],
  )
  return found.rowCount !== 0
}

export async function insertGuest(
  tx: Transaction,
  { id, accountId, network, agentName, checkEveryDays }: NewGuest,
): Promise<Guest> {
  await tx.query(
    `INSERT INTO guest (id, account_id, network, area, seen_from, agent_name, check_every_days, created_at, issued_at, ends_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, t, t, t + interval '${guestHours} hours' FROM clock_timestamp() AS t`,
    [id, accountId, network.hash, network.area, network.from, agentName, checkEveryDays],
  )
  const guest = await find(tx, 'WHERE g.id = $1', id)
  if (!guest) throw new Error('the guest was not stored')
  return guest
}

/** Stores a new token; the latest earlier one stays valid until one of the two is used. */
export async function replaceToken(
  tx: Transaction,
  guestId: string,
  { id, accountId, hash, start, endsAt }: NewToken,
): Promise<void> {
  await tx.query(
    `UPDATE api_key SET revoked_at = clock_timestamp() WHERE account_id = $1 AND revoked_at IS NULL
       AND id NOT IN (SELECT k.id FROM api_key k WHERE k.account_id = $1 AND k.revoked_at IS NULL ORDER BY k.created_at DESC LIMIT 1)`,
    [accountId],
  )
  await tx.query(
    `INSERT INTO api_key (id, account_id, kind, name, hash, start, created_at, expires_at)
     VALUES ($1, $2, 'guest', 'guest', $3, $4, clock_timestamp(), $5)`,
    [id, accountId, hash, start, endsAt],
  )
  await tx.query('INSERT INTO key_minute (key_id) VALUES ($1)', [id])
  await tx.query('UPDATE guest SET issued_at = clock_timestamp() WHERE id = $1', [guestId])
}

/** Marks a token as used; false if the guest's other token was used first, which revokes this one. */
export async function useGuestKey(db: Database, keyId: string): Promise<boolean> {
  const text = 'SELECT use_guest_key($1) AS used'
  const result = await db.query<{ used: boolean }>({ name: 'use-guest-key', text, values: [keyId] })
  return result.rows[0]?.used === true
}

/** The next guest whose time is over, locked by the first replica that finds it. */
export async function claimNext(tx: Transaction): Promise<string | undefined> {
  const due = await tx.query<{ id: string }>(
    `SELECT g.id FROM guest g WHERE g.status = 'active' AND ${isOver} ORDER BY g.ends_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  )
  return due.rows[0]?.id
}

/** Ends a guest whose time is over and forgets its address; undefined for any other. */
export async function updateToEnded(
  tx: Transaction,
  id: string,
): Promise<{ accountId: string; closedAt: Date } | undefined> {
  const ended = await tx.query<{ accountId: string; closedAt: Date }>(
    `UPDATE guest g SET status = 'ended', closed_at = clock_timestamp(), seen_from = NULL
     WHERE g.id = $1 AND g.status = 'active' AND ${isOver} RETURNING account_id AS "accountId", closed_at AS "closedAt"`,
    [id],
  )
  return ended.rows[0]
}

async function find(db: Database | Transaction, where: string, value: unknown): Promise<Guest | undefined> {
  const found = await db.query<Guest>(`SELECT ${columns} FROM guest g ${where}`, [value])
  return found.rows[0]
}

function ofSuchLink(guest: Guest | undefined): Guest {
  if (!guest) throw new AppError('not_found', 'No such link')
  return guest
}
