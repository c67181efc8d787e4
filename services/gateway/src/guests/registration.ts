import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { announceAccount, insertAccount, insertAuditEntry } from '../accounts/accounts.ts'
import { generateKey, hashOfKey, startOfKey } from '../keys/keys.ts'
import { endGuest } from './ending.ts'
import {
  countAllLocked,
  type Guest,
  insertGuest,
  insertToken,
  lockGuestOfNetwork,
  type Network,
  readRoom,
  revokeEarlierTokens,
} from './guests.sql.ts'
import { guestsPerArea, weeklyDays } from './rules/limits.ts'

type Registration = { network: Network; agentName?: string | undefined }

/** Parallel calls of a network get one guest. Throws `rate_limited`, `conflict` (token used), `unavailable`. */
export function registerGuest(
  database: Database,
  maxActive: number,
  order: Registration,
): Promise<{ guest: Guest; secret: string }> {
  return inTransaction(database, async (tx) => {
    const open = await lockGuestOfNetwork(tx, order.network)
    const isFree = !open || (open.isOver && (await endGuest(tx, open.id)))
    const guest = isFree ? await createGuest(tx, maxActive, order) : requireReissue(open)
    if (!isFree) await revokeEarlierTokens(tx, guest)
    const secret = await issueToken(tx, guest)
    // Last: until the commit no other network's guest is made.
    if (isFree) requireRoom(await countAllLocked(tx), maxActive + 1)
    return { guest, secret }
  })
}

function requireReissue(guest: Guest): Guest {
  if (guest.usedKeyId !== null || guest.status !== 'active')
    throw new AppError('conflict', `This network has a guest until ${guest.endsAt.toISOString()}`)
  if (guest.waitSeconds > 0) {
    const message = 'This network just got a token; if it is lost, ask for another one later'
    throw new AppError('rate_limited', message, { retryAfterSeconds: guest.waitSeconds })
  }
  return guest
}

function requireRoom(guests: number, max: number): void {
  if (guests < max) return
  throw new AppError('unavailable', 'There are too many guests right now', { retryAfterSeconds: 3_600 })
}

async function createGuest(tx: Transaction, maxActive: number, { network, agentName }: Registration): Promise<Guest> {
  const { all, here, isSecond } = await readRoom(tx, network)
  if (here >= guestsPerArea) throw new AppError('conflict', 'The networks next to yours already have their guests')
  requireRoom(all, maxActive)
  const id = randomUUID()
  const accountId = randomUUID()
  const checkEveryDays = isSecond ? weeklyDays : null
  const account = await insertAccount(tx, { id: accountId, email: `guest-${id}@guest.invalid`, plan: 'guest' })
  if (!account) throw new Error('the account of a guest was not stored')
  const guest = await insertGuest(tx, { id, accountId, network, agentName: agentName ?? null, checkEveryDays })
  await announceAccount(tx, { ...account, checkEveryDays: checkEveryDays ?? undefined })
  await insertAuditEntry(tx, { action: 'guest.registered', accountId, actor: 'gateway', detail: { guest: id } })
  return guest
}

async function issueToken(tx: Transaction, { accountId, endsAt }: Guest): Promise<string> {
  const secret = generateKey('guest')
  const token = { id: randomUUID(), accountId, hash: hashOfKey(secret), start: startOfKey(secret), endsAt }
  await insertToken(tx, token)
  return secret
}
