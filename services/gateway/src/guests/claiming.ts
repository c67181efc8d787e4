import { AppError } from '@rts/shared/errors'
import { writeFact } from '@rts/shared/facts/write'
import type { Plan } from '@rts/shared/plans'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import { announceAccount } from '../accounts/account-facts.ts'
import { findAccount, findByMail } from '../accounts/accounts.sql.ts'
import { audit } from '../accounts/audit.ts'
import { endAccount } from '../accounts/closing.ts'
import { maxLastingKeys } from '../http/common/limits.ts'
import { type ClaimKey, findGuest, type Guest } from './guests.sql.ts'
import { noSuchLink } from './links.ts'
import { hashOfLink } from './rules/link.ts'

/** An open claim: the guest's account and the account that gets the site, which is the same for an upgrade in place. */
export type OpenClaim = { id: string; guestAccountId: string; accountId: string; plan: Plan; isRepeat: boolean }
export type Claimed = { accountId: string; keyId: string | null }
/** What is asked for: the key, and by whom, for the audit log. */
export type ClaimOrder = { key: ClaimKey; by: string }
/** Whose claim it is: an account's, or that of somebody who had none, known by their address or, where a person asked, by their name in the log. */
export type Claimer = { accountId: string } | { email: string; by: string }

/** Claims and the sweep all decide on the guest's row: exactly one of them moves it out of `active`. */
export function createGuestClaimStore(pool: Pool) {
  return {
    /** Reserves the guest for an account; the sweep ignores it from now on. Throws `not_found`, `conflict`. */
    begin: (token: string, accountId: string, { key, by }: ClaimOrder) =>
      inTransaction(pool, async (client): Promise<OpenClaim> => {
        const guest = await requireOpen(client, token, accountId)
        if (guest.accountId === accountId) throw new AppError('not_found', 'No such account')
        const plan = await requireAccount(client, accountId)
        if (key !== 'none' && (await lastingKeys(client, accountId)) >= maxLastingKeys) {
          throw new AppError(
            'conflict',
            `The account has ${maxLastingKeys} lasting keys; revoke one, or claim without a key`,
          )
        }
        return take(client, guest, { accountId, plan, key, by })
      }),

    /** Reserves the guest for its own account, which keeps the site. Throws `not_found`, `conflict`. */
    beginInPlace: (token: string, order: ClaimOrder) =>
      inTransaction(pool, async (client): Promise<OpenClaim> => {
        const guest = await requireOpen(client, token, null)
        return take(client, guest, { accountId: guest.accountId, plan: 'guest', ...order })
      }),

    /** Ends a claim that moved nothing: the guest is active again and its links work, unless somebody else claims it by now. */
    release: ({ id, accountId }: OpenClaim) =>
      inTransaction(pool, async (client): Promise<void> => {
        await client.query(
          `UPDATE guest SET status = 'active', claimed_by = NULL, claim_key = NULL, claim_actor = NULL, claim_since = NULL
           WHERE id = $1 AND status = 'claiming' AND claimed_by = $2`,
          [id, accountId],
        )
      }),

    /** Finishes a claim after the move: converts the token as requested, closes the guest's own account. Throws `conflict`. */
    settle: (claim: OpenClaim, siteId: string | null) =>
      inTransaction(pool, async (client): Promise<Claimed> => {
        const guest = await requireClaiming(client, claim)
        const { accountId } = claim
        const account = await findAccount(client, accountId, 'FOR NO KEY UPDATE')
        const hasRoom = account?.status === 'active' && (await lastingKeys(client, accountId)) < maxLastingKeys
        const key = hasRoom ? (guest.claimKey ?? 'none') : 'none'
        const keyId = await convertToken(client, guest, { accountId, siteId, key })
        await endAccount(client, guest.accountId)
        await noteClaim(client, guest, accountId)
        return { accountId, keyId }
      }),

    /** Upgrades the guest's own account to a Free one with this email address. Throws `conflict`. */
    upgrade: (claim: OpenClaim, { email, siteId }: { email: string; siteId: string | null }) =>
      inTransaction(pool, async (client): Promise<Claimed> => {
        const guest = await requireClaiming(client, claim)
        const { accountId } = guest
        const version = await makeFree(client, accountId, email.toLowerCase())
        await announceAccount(client, { id: accountId, plan: 'free', status: 'active', version })
        const keyId = await convertToken(client, guest, { accountId, siteId, key: guest.claimKey ?? 'none' })
        await noteClaim(client, guest, accountId)
        return { accountId, keyId }
      }),

    /** The finished claim of this claimer by this link, for a repeat whose first answer was lost. */
    async finished(token: string, claimer: Claimer): Promise<(OpenClaim & Claimed) | undefined> {
      const [own, ...values] =
        'email' in claimer
          ? [
              `g.claimed_by = g.account_id AND (a.email = $2 OR (g.claim_actor = $3 AND $3 LIKE 'person:%'))`,
              claimer.email.toLowerCase(),
              claimer.by,
            ]
          : ['g.claimed_by = $2', claimer.accountId]
      const found = await pool.query<OpenClaim & Claimed>(
        `SELECT g.id, g.account_id AS "guestAccountId", a.id AS "accountId", a.plan, true AS "isRepeat", k.id AS "keyId"
         FROM guest_link l JOIN guest g ON g.id = l.guest_id JOIN account a ON a.id = g.claimed_by
         LEFT JOIN api_key k ON k.id = g.used_key_id AND k.kind = 'lasting'
         WHERE l.hash = $1 AND g.status = 'claimed' AND a.status = 'active' AND ${own}`,
        [hashOfLink(token), ...values],
      )
      return found.rows[0]
    },

    /** Claims that have had no outcome for a minute. */
    async unsettled(): Promise<OpenClaim[]> {
      const found = await pool.query<OpenClaim>(
        `SELECT g.id, g.account_id AS "guestAccountId", a.id AS "accountId", a.plan, true AS "isRepeat" FROM guest g JOIN account a ON a.id = g.claimed_by
         WHERE g.status = 'claiming' AND g.claim_since < clock_timestamp() - interval '1 minute' ORDER BY g.claim_since LIMIT 100`,
      )
      return found.rows
    },
  }
}
export type GuestClaimStore = ReturnType<typeof createGuestClaimStore>

/** The guest of a link, locked, if it can still be claimed; an open claim may be repeated for the same account. */
async function requireOpen(client: PoolClient, token: string, accountId: string | null): Promise<Guest> {
  const guest = await findGuest(client, 'l.hash = $1', hashOfLink(token), 'FOR UPDATE OF g')
  if (!guest) throw noSuchLink()
  const isRepeated = guest.status === 'claiming' && accountId !== null && guest.claimedBy === accountId
  if (isRepeated || (guest.status === 'active' && !guest.isOver)) return guest
  if (guest.status === 'claiming') throw new AppError('conflict', 'Somebody is claiming this right now')
  throw new AppError('conflict', guest.status === 'claimed' ? 'This link has been used' : 'The guest has ended')
}

/** The guest of a claim, locked, if the claim is still open. */
async function requireClaiming(client: PoolClient, { id, accountId }: OpenClaim): Promise<Guest> {
  const guest = await findGuest(client, 'g.id = $1', id, 'FOR UPDATE OF g')
  if (guest?.status === 'claiming' && guest.claimedBy === accountId) return guest
  if (guest?.status === 'claimed') throw new AppError('conflict', 'This guest has been claimed')
  throw new AppError('conflict', 'The claim took too long and was cancelled; try again')
}

async function take(
  client: PoolClient,
  guest: Guest,
  { accountId, plan, key, by }: ClaimOrder & { accountId: string; plan: Plan },
): Promise<OpenClaim> {
  await client.query(
    `UPDATE guest SET status = 'claiming', claimed_by = $2, claim_key = $3, claim_actor = $4, claim_since = clock_timestamp() WHERE id = $1`,
    [guest.id, accountId, key, by],
  )
  const isRepeat = guest.status === 'claiming'
  return { id: guest.id, guestAccountId: guest.accountId, accountId, plan, isRepeat }
}

async function requireAccount(client: PoolClient, accountId: string): Promise<Plan> {
  const found = await client.query<{ plan: Plan }>(
    `SELECT plan FROM account WHERE id = $1 AND status = 'active' AND plan <> 'guest' FOR NO KEY UPDATE`,
    [accountId],
  )
  if (!found.rows[0]) throw new AppError('not_found', 'No such account')
  return found.rows[0].plan
}

async function lastingKeys(client: PoolClient, accountId: string): Promise<number> {
  const found = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM api_key WHERE account_id = $1 AND kind = 'lasting' AND revoked_at IS NULL`,
    [accountId],
  )
  return found.rows[0]?.n ?? 0
}

/** Answers the account's version. Throws `conflict` if another open account has the email address. */
async function makeFree(client: PoolClient, accountId: string, email: string): Promise<number> {
  if (await findByMail(client, email))
    throw new AppError('conflict', 'An account has this email address: claim with that account')
  const upgraded = await client.query<{ version: number }>(
    `UPDATE account SET plan = 'free', email = $2, version = version + 1 WHERE id = $1 RETURNING version`,
    [accountId, email],
  )
  return upgraded.rows[0]?.version ?? 1
}

/** Makes the used token, or the latest, a lasting key and revokes the others. A key for a site is revoked too if there is no site. */
async function convertToken(
  client: PoolClient,
  guest: Guest,
  { accountId, siteId, key }: { accountId: string; siteId: string | null; key: ClaimKey },
): Promise<string | null> {
  const held = await client.query<{ id: string }>(
    `SELECT id FROM api_key WHERE account_id = $1 AND kind = 'guest' AND revoked_at IS NULL ORDER BY id = $2 DESC, created_at DESC LIMIT 1 FOR UPDATE`,
    [guest.accountId, guest.usedKeyId ?? ''],
  )
  // A key without a site opens the whole account.
  const mayKeep = key === 'account' || (key === 'site' && siteId !== null)
  const keyId = mayKeep ? (held.rows[0]?.id ?? null) : null
  await client.query(
    `UPDATE api_key SET revoked_at = clock_timestamp() WHERE account_id = $1 AND kind = 'guest' AND revoked_at IS NULL AND id IS DISTINCT FROM $2`,
    [guest.accountId, keyId],
  )
  if (keyId === null) return null
  await client.query(
    `UPDATE api_key SET account_id = $2, kind = 'lasting', name = $3, expires_at = NULL, site_id = $4 WHERE id = $1`,
    [keyId, accountId, guest.agentName ?? 'Claimed agent', key === 'site' ? siteId : null],
  )
  await client.query('UPDATE guest SET used_key_id = $2 WHERE id = $1', [guest.id, keyId])
  return keyId
}

async function noteClaim(client: PoolClient, { id, accountId, claimActor }: Guest, claimedBy: string): Promise<void> {
  const closed = await client.query<{ at: Date }>(
    `UPDATE guest SET status = 'claimed', claimed_by = $2, closed_at = clock_timestamp(), seen_from = NULL WHERE id = $1 RETURNING closed_at AS at`,
    [id, claimedBy],
  )
  const at = closed.rows[0]?.at.toISOString() ?? ''
  const state = { id, accountId, status: 'claimed', claimedBy, at } as const
  await writeFact(client, { type: 'guest.claimed', aggregate: `guest:${id}`, version: 1, state })
  await audit(client, {
    action: 'guest.claimed',
    accountId: claimedBy,
    actor: claimActor ?? 'gateway',
    detail: { guest: id, accountId },
  })
}
