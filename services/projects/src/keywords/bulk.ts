import type { Clock } from '@rts/shared/clock'
import { phrase, phraseIdentity } from '@rts/shared/contract/fields'
import type { SkippedLine } from '@rts/shared/contract/rows/keyword'
import { AppError, invalidField } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { AccountStore } from '../accounts/accounts.sql.ts'
import { keywordRowOf } from '../ranks/rows.ts'
import type { SiteStore } from '../sites/sites.sql.ts'
import { siteOf } from '../sites/sites.ts'
import type { BulkWriter } from './bulk-writer.ts'
import { type LineWish, linesOf, skippedLine } from './rules/bulk-lines.ts'

export type BulkHandlerDeps = {
  sites: SiteStore
  bulk: BulkWriter
  accounts: Pick<AccountStore, 'keywordRoom'>
  clock: Clock
}

const maxLines = 10_000

export function bulkHandlers({ sites, bulk, accounts, clock }: BulkHandlerDeps) {
  return {
    'keywordRoom.get': async ({ params, caller }) => {
      if (params.accountId !== caller.accountId) throw new AppError('not_found', 'No such account')
      return accounts.keywordRoom(caller.accountId)
    },

    'keywords.createBulk': async ({ params, body, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const place = { country: body.country ?? site.country, language: body.language ?? site.language }
      const { wishes, invalid } = readLines(body.text, place)
      const { added, skipped } = await bulk.add(site, wishes, clock.now())
      const skippedLines = [...invalid, ...skipped].sort((a, b) => a.line - b.line)
      return { added: added.length, skipped: skippedLines.length, keywords: added.map(keywordRowOf), skippedLines }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** The keywords of the lines, and the invalid lines. Throws `invalid_input` for no line and for too many. */
function readLines(text: string, place: { country: string; language: string }) {
  const lines = linesOf(text)
  if (lines.length === 0) throw invalidField('text', 'must have at least one keyword')
  if (lines.length > maxLines) throw invalidField('text', `must have at most ${maxLines} lines`)
  const wishes: LineWish[] = []
  const invalid: SkippedLine[] = []
  for (const { line, text: written } of lines) {
    const { data } = phrase.safeParse(written)
    if (data === undefined) invalid.push(skippedLine(line, written, 'invalid'))
    else wishes.push({ line, phrase: data, identity: phraseIdentity(data), ...place })
  }
  return { wishes, invalid }
}
