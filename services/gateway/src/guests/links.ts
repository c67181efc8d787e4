import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { countLinks, holdGuest, insertLink, reasonOfLink } from './claims.sql.ts'
import { toRow } from './guest-row.ts'
import { type Guest, lockGuestOfAccount, lockGuestOfLink, requireGuestOfLink } from './guests.sql.ts'
import { linksPerGuest } from './rules/limits.ts'
import { hashOfLink, linkUrl, newLinkToken } from './rules/link.ts'

type Served = Pick<ServiceHandlers<'gateway'>, 'guestLinks.create' | 'guestLinks.get' | 'guestLinks.update'>

/** Only hashes of links are stored. */
export function linkHandlers({ database, publicUrl }: { database: Database; publicUrl: string }): Served {
  return {
    'guestLinks.create': async ({ body, caller }) => {
      const { token, guest } = await createLink(database, caller.accountId, body.reason)
      return { url: linkUrl(publicUrl, token), expiresAt: guest.endsAt.toISOString() }
    },
    'guestLinks.get': async ({ params }) => {
      const { guest, reason } = await readLink(database, params.token)
      // The job ends a guest up to a minute late.
      const status = guest.status === 'active' && guest.isOver ? 'ended' : guest.status
      return { guest: { ...toRow(guest), status }, reason, until: guest.heldUntil.toISOString() }
    },
    'guestLinks.update': async ({ params }) => ({ guest: toRow(await holdByLink(database, params.token)) }),
  }
}

/** Returns the token only once. Throws `conflict` if the guest ended or has too many links. */
export function createLink(
  database: Database,
  accountId: string,
  reason: string | undefined,
): Promise<{ token: string; guest: Guest }> {
  return inTransaction(database, async (tx) => {
    const guest = await lockGuestOfAccount(tx, accountId)
    if (guest?.status !== 'active') throw new AppError('conflict', 'This guest has been claimed or has ended')
    if ((await countLinks(tx, guest.id)) >= linksPerGuest)
      throw new AppError('conflict', 'This guest has enough links; they all still work, so use the latest one')
    const { token, hash } = newLinkToken()
    await insertLink(tx, hash, guest.id, reason ?? null)
    return { token, guest }
  })
}

export async function readLink(database: Database, token: string): Promise<{ guest: Guest; reason: string | null }> {
  const hash = hashOfLink(token)
  return { guest: await requireGuestOfLink(database, hash), reason: await reasonOfLink(database, hash) }
}

/** One hour past its end, once, during a sign-up. Throws `not_found`, `conflict`. */
export function holdByLink(database: Database, token: string): Promise<Guest> {
  return inTransaction(database, async (tx) => {
    const guest = await lockGuestOfLink(tx, hashOfLink(token))
    if (guest.status !== 'active' || guest.isOver)
      throw new AppError('conflict', 'This guest has been claimed or has ended')
    await holdGuest(tx, guest.id)
    return guest
  })
}
