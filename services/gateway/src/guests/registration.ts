import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import { announceAccount } from '../accounts/account-facts.ts'
import { audit } from '../accounts/audit.ts'
import { guestHours, guestsPerArea } from '../http/common/limits.ts'
import type { Network } from '../http/common/network.ts'
import { generateKey, hashOfKey, startOfKey } from '../keys/rules/key-format.ts'
import { endGuest } from './ending.ts'
import { findGuest, type Guest } from './guests.sql.ts'

export type GuestSettings = { maxActive: number }
type Registration = { network: Network; agentName?: string | undefined }

/** An arbitrary number; only this code locks it. */
const roomLock = 4_711_001
const weeklyDays = 7

/** Walk-up guests: one per network, each with its own account on the guest plan. */
export function createGuestStore(pool: Pool, settings: GuestSettings) {
  return {
    /**
     * Makes one guest and one token for any number of parallel calls of a network. Throws `rate_limited` within a minute of the last
     * token, `conflict` once a token has been used, `unavailable` if there are too many guests.
     */
    register: (order: Registration) =>
      inTransaction(pool, async (client): Promise<{ guest: Guest; secret: string }> => {
        const { hash, area } = order.network
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [area ?? hash])
        const open = await findGuest(
          client,
          `g.network = $1 AND g.status IN ('active', 'claiming')`,
          hash,
          'FOR UPDATE OF g',
        )
        const isFree = !open || (open.isOver && (await endGuest(client, open.id)))
        const guest = isFree ? await create(client, settings, order) : requireReissue(open)
        return { guest, secret: await issue(client, guest) }
      }),

    /** Marks a token as used; false if the guest's other token was used first, which revokes this one. */
    async useKey(keyId: string): Promise<boolean> {
      const text = 'SELECT use_guest_key($1) AS used'
      const result = await pool.query<{ used: boolean }>({ name: 'use-guest-key', text, values: [keyId] })
      return result.rows[0]?.used === true
    },

    /** The guest with this account. Throws `not_found`. */
    async require(accountId: string): Promise<Guest> {
      const guest = await findGuest(pool, 'g.account_id = $1', accountId)
      if (!guest) throw new AppError('not_found', 'No such guest')
      return guest
    },
  }
}
export type GuestStore = ReturnType<typeof createGuestStore>

function requireReissue(guest: Guest): Guest {
  if (guest.usedKeyId !== null || guest.status !== 'active') {
    throw new AppError('conflict', `This network has a guest until ${guest.endsAt.toISOString()}`)
  }
  if (guest.waitSeconds > 0) {
    const message = 'This network just got a token; if it is lost, ask for another one later'
    throw new AppError('rate_limited', message, { retryAfterSeconds: guest.waitSeconds })
  }
  return guest
}

async function create(client: PoolClient, settings: GuestSettings, order: Registration): Promise<Guest> {
  const { network, agentName = null } = order
  await requireRoom(client, settings.maxActive, network.area)
  const id = randomUUID()
  const accountId = randomUUID()
  const again = await client.query(
    `SELECT 1 FROM guest WHERE network = $1 AND created_at > clock_timestamp() - interval '7 days' LIMIT 1`,
    [network.hash],
  )
  const checkEveryDays = again.rowCount === 0 ? undefined : weeklyDays
  await client.query(`INSERT INTO account (id, email, plan) VALUES ($1, $2, 'guest')`, [
    accountId,
    `guest-${id}@guest.invalid`,
  ])
  await client.query(
    `INSERT INTO guest (id, account_id, network, area, seen_from, agent_name, check_every_days, created_at, issued_at, ends_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, t, t, t + interval '${guestHours} hours' FROM clock_timestamp() AS t`,
    [id, accountId, network.hash, network.area, network.from, agentName, checkEveryDays ?? null],
  )
  const account = { id: accountId, plan: 'guest', status: 'active', version: 1 } as const
  await announceAccount(client, { ...account, checkEveryDays })
  await audit(client, { action: 'guest.registered', accountId, actor: 'gateway', detail: { guest: id } })
  const guest = await findGuest(client, 'g.id = $1', id)
  if (!guest) throw new Error('the guest was not stored')
  return guest
}

/** Counts under a lock, so that parallel calls of all networks together keep the limits. */
async function requireRoom(client: PoolClient, maxActive: number, area: string | null): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [roomLock])
  const counted = await client.query<{ all: number; here: number }>(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE area = $1)::int AS here FROM guest WHERE status IN ('active', 'claiming')`,
    [area],
  )
  const { all = 0, here = 0 } = counted.rows[0] ?? {}
  if (here >= guestsPerArea) throw new AppError('conflict', 'The networks next to yours already have their guests')
  if (all >= maxActive)
    throw new AppError('unavailable', 'There are too many guests right now', { retryAfterSeconds: 3_600 })
}

/** Issues a new token; the latest earlier one stays valid until one of the two is used. */
async function issue(client: PoolClient, { id, accountId, endsAt }: Guest): Promise<string> {
  await client.query(
    `UPDATE api_key SET revoked_at = clock_timestamp() WHERE account_id = $1 AND revoked_at IS NULL
       AND id NOT IN (SELECT k.id FROM api_key k WHERE k.account_id = $1 AND k.revoked_at IS NULL ORDER BY k.created_at DESC LIMIT 1)`,
    [accountId],
  )
  const keyId = randomUUID()
  const secret = generateKey('guest')
  await client.query(
    `INSERT INTO api_key (id, account_id, kind, name, hash, start, created_at, expires_at)
     VALUES ($1, $2, 'guest', 'guest', $3, $4, clock_timestamp(), $5)`,
    [keyId, accountId, hashOfKey(secret), startOfKey(secret), endsAt],
  )
  await client.query('INSERT INTO key_minute (key_id) VALUES ($1)', [keyId])
  await client.query('UPDATE guest SET issued_at = clock_timestamp() WHERE id = $1', [id])
  return secret
}
