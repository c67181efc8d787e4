import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool } from 'pg'
import { findGuest, type Guest } from './guests.sql.ts'
import { hashOfLink, newLinkToken } from './rules/link.ts'

const linksPerGuest = 20

/** Links by which people claim a guest; only their hashes are stored. */
export function createGuestLinkStore(pool: Pool) {
  return {
    /** Answers the token, only this once. Throws `conflict` if the guest has ended or has too many links. */
    create: (accountId: string, reason: string | undefined) =>
      inTransaction(pool, async (client): Promise<{ token: string; guest: Guest }> => {
        const guest = await findGuest(client, 'g.account_id = $1', accountId, 'FOR UPDATE OF g')
        if (guest?.status !== 'active') throw new AppError('conflict', 'This guest has been claimed or has ended')
        const held = await client.query<{ n: number }>(
          'SELECT count(*)::int AS n FROM guest_link WHERE guest_id = $1',
          [guest.id],
        )
        if ((held.rows[0]?.n ?? 0) >= linksPerGuest) {
          throw new AppError('conflict', 'This guest has enough links; they all still work, so use the latest one')
        }
        const { token, hash } = newLinkToken()
        await client.query('INSERT INTO guest_link (hash, guest_id, reason) VALUES ($1, $2, $3)', [
          hash,
          guest.id,
          reason ?? null,
        ])
        return { token, guest }
      }),

    /** Reads a link's guest without changing anything. Throws `not_found`. */
    async require(token: string): Promise<{ guest: Guest; reason: string | null }> {
      const guest = await findGuest(pool, 'l.hash = $1', hashOfLink(token))
      if (!guest) throw noSuchLink()
      const link = await pool.query<{ reason: string | null }>('SELECT reason FROM guest_link WHERE hash = $1', [
        hashOfLink(token),
      ])
      return { guest, reason: link.rows[0]?.reason ?? null }
    },

    /** Keeps the guest's site one hour past its end, once, while somebody signs up. Throws `not_found`, `conflict`. */
    hold: (token: string) =>
      inTransaction(pool, async (client): Promise<Guest> => {
        const guest = await findGuest(client, 'l.hash = $1', hashOfLink(token), 'FOR UPDATE OF g')
        if (!guest) throw noSuchLink()
        if (guest.status !== 'active' || guest.isOver)
          throw new AppError('conflict', 'This guest has been claimed or has ended')
        await client.query(`UPDATE guest SET held_until = ends_at + interval '1 hour' WHERE id = $1`, [guest.id])
        return guest
      }),
  }
}
export type GuestLinkStore = ReturnType<typeof createGuestLinkStore>

export function noSuchLink(): AppError {
  return new AppError('not_found', 'No such link')
}
