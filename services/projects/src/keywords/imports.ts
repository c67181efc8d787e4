import type { Clock } from '@rts/shared/clock'
import { phrase, phraseIdentity } from '@rts/shared/contract/fields'
import { countrySchema } from '@rts/shared/contract/locale'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { inTurns } from '@rts/shared/turns'
import type { SiteStore } from '../sites/sites.sql.ts'
import { accountFor, scopeOf } from '../sites/sites.ts'
import type { KeywordImport } from './keyword-import.ts'
import { countryNames } from './rules/country-names.ts'
import { readSerpbear } from './rules/serpbear.ts'

export type ImportHandlerDeps = { imports: KeywordImport; sites: SiteStore; clock: Clock }

const nothing = { sites: 0, added: 0, positions: 0, skipped: 0, skippedLines: [] }

export function importHandlers({ imports, sites, clock }: ImportHandlerDeps) {
  const countryOf = countryNames((code) => countrySchema.safeParse(code).data === code)
  const phraseOf = (text: string) => phrase.safeParse(text).data ?? null
  return {
    'keywords.import': async ({ body: { from, domain, language, text, ...body }, caller }) => {
      const now = clock.now()
      const accountId = accountFor(caller, body.accountId)
      const site =
        body.siteId === undefined ? null : await sites.require({ ...scopeOf(caller), accountId }, body.siteId)
      const { rows, bad } = await inTurns(readSerpbear(text, { phraseOf, countryOf, now }))
      const country = mostCommon(rows.map((row) => row.country))
      if (country === null) return { ...nothing, bad }
      const wishes = rows.map((row) => ({ ...row, identity: phraseIdentity(row.phrase), language }))
      const { skipped, ...counts } = await imports.run(
        { accountId, source: from, domain, siteId: site?.id ?? null, country, language },
        wishes,
        now,
      )
      return { ...counts, skipped: skipped.length, skippedLines: skipped, bad }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function mostCommon(values: readonly string[]): string | null {
  const counted = [...Map.groupBy(values, (value) => value)].sort(([, a], [, b]) => b.length - a.length)
  return counted[0]?.[0] ?? null
}
