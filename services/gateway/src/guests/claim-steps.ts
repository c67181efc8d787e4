import { maxKeys } from '@rts/shared/contract/keys'
import { AppError } from '@rts/shared/errors'
import { writeFact } from '@rts/shared/facts/write'
import type { Plan } from '@rts/shared/plans'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { endAccount, findAndLockAccount, insertAuditEntry, makeFree } from '../accounts/accounts.ts'
import { countKeys } from '../keys/keys.ts'
import {
  type Claimed,
  insertClaim,
  lockToken,
  type OpenClaim,
  revokeTokens,
  updateToClaimed,
  updateToLasting,
} from './claims.sql.ts'
import { type ClaimKey, type Guest, lockGuest, lockGuestOfLink } from './guests.sql.ts'
import { hashOfLink } from './rules/link.ts'

export type ClaimOrder = { key: ClaimKey; by: string }

// Claims and the end decide on the locked guest row: exactly one moves it out of `active`.

/** Reserves the guest for an account; nothing else ends it from now on. Throws `not_found`, `conflict`. */
export function beginClaim(
  database: Database,
  token: string,
  accountId: string,
  { key, by }: ClaimOrder,
): Promise<OpenClaim> {
  return inTransaction(database, async (tx) => {
    const guest = await requireOpen(tx, token, accountId)
    const account = await findAndLockAccount(tx, accountId)
    if (guest.accountId === accountId || account?.status !== 'active' || account.plan === 'guest')
      throw new AppError('not_found', 'No such account')
    if (key !== 'none' && (await countKeys(tx, accountId, 'lasting')) >= maxKeys.lasting)
      throw new AppError(
        'conflict',
        `The account has ${maxKeys.lasting} lasting keys; revoke one, or claim without a key`,
      )
    return reserve(tx, guest, { accountId, plan: account.plan, key, by })
  })
}

/** Reserves the guest for its own account, which keeps the site. Throws `not_found`, `conflict`. */
export function beginInPlace(database: Database, token: string, order: ClaimOrder): Promise<OpenClaim> {
  return inTransaction(database, async (tx) => {
    const guest = await requireOpen(tx, token, null)
    return reserve(tx, guest, { accountId: guest.accountId, plan: 'guest', ...order })
  })
}

/** After the move: converts the token, closes the guest's account. Throws `conflict`. */
export function settleClaim(database: Database, claim: OpenClaim, siteId: string | null): Promise<Claimed> {
  return inTransaction(database, async (tx) => {
    const guest = await requireClaiming(tx, claim)
    const { accountId } = claim
    const account = await findAndLockAccount(tx, accountId)
    const hasRoom = account?.status === 'active' && (await countKeys(tx, accountId, 'lasting')) < maxKeys.lasting
    const key = hasRoom ? (guest.claimKey ?? 'none') : 'none'
    const keyId = await convertToken(tx, guest, { accountId, siteId, key })
    await endAccount(tx, guest.accountId)
    await finish(tx, guest, accountId)
    return { accountId, keyId }
  })
}

/** Throws `conflict`, also for an address in use. */
export function upgradeInPlace(
  database: Database,
  claim: OpenClaim,
  { email, siteId }: { email: string; siteId: string | null },
): Promise<Claimed> {
  return inTransaction(database, async (tx) => {
    const guest = await requireClaiming(tx, claim)
    const { accountId } = guest
    await makeFree(tx, accountId, email)
    const keyId = await convertToken(tx, guest, { accountId, siteId, key: guest.claimKey ?? 'none' })
    await finish(tx, guest, accountId)
    return { accountId, keyId }
  })
}

/** Locked and claimable; an open claim may be repeated for the same account. */
async function requireOpen(tx: Transaction, token: string, accountId: string | null): Promise<Guest> {
  const guest = await lockGuestOfLink(tx, hashOfLink(token))
  const isRepeated = guest.status === 'claiming' && accountId !== null && guest.claimedBy === accountId
  if (isRepeated || (guest.status === 'active' && !guest.isOver)) return guest
  if (guest.status === 'claiming') throw new AppError('conflict', 'Somebody is claiming this right now')
  throw new AppError('conflict', guest.status === 'claimed' ? 'This link has been used' : 'The guest has ended')
}

async function requireClaiming(tx: Transaction, { id, accountId }: OpenClaim): Promise<Guest> {
  const guest = await lockGuest(tx, id)
  if (guest?.status === 'claiming' && guest.claimedBy === accountId) return guest
  if (guest?.status === 'claimed') throw new AppError('conflict', 'This guest has been claimed')
  throw new AppError('conflict', 'The claim took too long and was cancelled; try again')
}

async function reserve(
  tx: Transaction,
  guest: Guest,
  { accountId, plan, key, by }: ClaimOrder & { accountId: string; plan: Plan },
): Promise<OpenClaim> {
  await insertClaim(tx, guest.id, { accountId, key, by })
  return { id: guest.id, guestAccountId: guest.accountId, accountId, plan, isRepeat: guest.status === 'claiming' }
}

/** Keeps the used token, or the latest, as a lasting key and revokes the others; with no site, a site key too. */
async function convertToken(
  tx: Transaction,
  guest: Guest,
  { accountId, siteId, key }: { accountId: string; siteId: string | null; key: ClaimKey },
): Promise<string | null> {
  const token = await lockToken(tx, guest.accountId, guest.usedKeyId)
  // A key without a site opens the whole account.
  const mayKeep = key === 'account' || (key === 'site' && siteId !== null)
  const keyId = mayKeep ? (token ?? null) : null
  await revokeTokens(tx, guest.accountId, keyId)
  if (keyId === null) return null
  const name = guest.agentName ?? 'Claimed agent'
  await updateToLasting(tx, keyId, { guestId: guest.id, accountId, name, siteId: key === 'site' ? siteId : null })
  return keyId
}

async function finish(tx: Transaction, { id, accountId, claimActor }: Guest, claimedBy: string): Promise<void> {
  const at = (await updateToClaimed(tx, id, claimedBy))?.toISOString() ?? ''
  const state = { id, accountId, status: 'claimed', claimedBy, at } as const
  await writeFact(tx, { type: 'guest.claimed', aggregate: `guest:${id}`, version: 1, state })
  const detail = { guest: id, accountId }
  await insertAuditEntry(tx, { action: 'guest.claimed', accountId: claimedBy, actor: claimActor ?? 'gateway', detail })
}
