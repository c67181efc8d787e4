import type { Clock } from '@rts/shared/clock'
import { phrase, phraseIdentity } from '@rts/shared/contract/fields'
import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { inTurns } from '@rts/shared/turns'
import type { BulkWriter } from '../data/keywords/bulk-writer.ts'
import type { AccountStore } from '../data/sites/account-store.ts'
import type { SiteStore } from '../data/sites/site-store.ts'
import { readLines } from '../domain/bulk-lines.ts'
import { keywordRowOf } from './present.ts'
import { siteOf } from './scope.ts'

export type BulkHandlerDeps = {
  sites: SiteStore
  bulk: BulkWriter
  accounts: Pick<AccountStore, 'keywordRoom'>
  clock: Clock
}

export function bulkHandlers({ sites, bulk, accounts, clock }: BulkHandlerDeps) {
  return {
    'keywordRoom.get': async ({ params, caller }) => {
      if (params.accountId !== caller.accountId) throw new AppError('not_found', 'No such account')
      return accounts.keywordRoom(caller.accountId)
    },

    'keywords.createBulk': async ({ params, body, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const place = { country: body.country ?? site.country, language: body.language ?? site.language }
      const { wishes, invalid } = await inTurns(readLines(body.text, place, phraseOf))
      const { added, skipped } = await bulk.add(site, wishes, clock.now())
      const skippedLines = [...invalid, ...skipped].sort((a, b) => a.line - b.line)
      return { added: added.length, skipped: skippedLines.length, keywords: added.map(keywordRowOf), skippedLines }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** The keyword that a line is; null if it is none. */
function phraseOf(text: string) {
  const { data } = phrase.safeParse(text)
  return data === undefined ? null : { phrase: data, identity: phraseIdentity(data) }
}
