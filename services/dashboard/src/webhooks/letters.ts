import type { Transaction } from '@rts/shared/service/transaction'
import { pages } from '../../web/routes.ts'
import { findOwner } from '../accounts/accounts.ts'
import type { Post } from '../letters/letters.ts'
import { findSiteName } from './sites.sql.ts'
import type { Turn } from './turns.sql.ts'

/** One letter to the owner of the account when an endpoint rests, at a proved address. */
export function createRestLetters({ compose }: Pick<Post, 'compose'>, publicUrl: string) {
  return async (tx: Transaction, turn: Turn, restsFor: 'failing' | 'removed', at: Date): Promise<void> => {
    const owner = await findOwner(tx, turn.accountId)
    if (!owner?.isActive || !owner.isVerified) return
    const site = (await findSiteName(tx, turn)) ?? ''
    const url = publicUrl + pages.webhooks.replace('$siteId', turn.siteId)
    const variables = { url, site, address: turn.shown, restsFor }
    const id = `webhook.${turn.id}.${at.getTime()}`
    await compose(tx, { id, kind: 'webhookRests', to: owner.email, at: at.toISOString(), variables })
  }
}
