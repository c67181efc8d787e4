import { siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Transaction } from '@rts/shared/service/transaction'
import { personOf } from '../accounts/accounts.ts'
import type { Parts } from '../parts.ts'
import { inSite } from '../sites/sites.ts'
import { type ChosenLetters, findChosen, storeChoice } from './site-letters.sql.ts'

export {
  deleteOfAccount as deleteLettersOfAccount,
  deleteOfSite as deleteSiteLetters,
  stopLetters,
} from './site-letters.sql.ts'

type SiteLetterParts = Pick<Parts, 'database' | 'sites'> & {
  /** A person wants alerts about the site from now on. */
  watch(tx: Transaction, site: { id: string; accountId: string }): Promise<void>
  /** A person wants weekly letters from now on. */
  addRecipient(tx: Transaction, personId: string): Promise<void>
}

const none = { weekly: false, alerts: false }

export function siteLetterHandlers(parts: SiteLetterParts) {
  const { database, sites, watch, addRecipient } = parts
  return {
    'siteLetters.get': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const recipient = { personId: personOf(call.caller), siteId: site.id, accountId: site.accountId }
      return { letters: lettersOf(await findChosen(database, recipient)) }
    },

    'siteLetters.update': async ({ params, body, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const recipient = { personId: personOf(call.caller), siteId: site.id, accountId: site.accountId }
      const chosen = await inSite(parts, site.id, async (tx) => {
        if (body.alerts) await watch(tx, site)
        if (body.weekly) await addRecipient(tx, recipient.personId)
        return storeChoice(tx, recipient, body)
      })
      return { letters: lettersOf(chosen) }
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
}

function lettersOf(chosen: ChosenLetters | undefined) {
  return { ...none, ...chosen, isAsked: chosen !== undefined }
}
