import { utcDay } from '@rts/shared/clock'
import { phrase, phraseIdentity } from '@rts/shared/contract/fields'
import { countrySchema } from '@rts/shared/contract/locale'
import type { SkippedLine } from '@rts/shared/contract/rows/keyword'
import { invalidField } from '@rts/shared/errors'
import type { PlanLimits } from '@rts/shared/plans'
import { runInSteps } from '@rts/shared/scheduling'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Transaction } from '@rts/shared/service/transaction'
import { faults } from '@rts/shared/texts/faults'
import { type Actor, lockOpenLimits, requireRoom } from '../accounts/accounts.ts'
import { importStart } from '../ending/ending.ts'
import { makeMonths, recordImported } from '../history/history.ts'
import { placeOfArea } from '../places/places.ts'
import { track } from '../queue/queue.ts'
import {
  accountFor,
  addSite,
  listLiveSites,
  newSettings,
  oldestOf,
  requireSite,
  reviveTwin,
  scopeOf,
} from '../sites/sites.ts'
import { transact } from '../transact.ts'
import { addLines } from './bulk.ts'
import type { ChangeDeps } from './keyword-changes.ts'
import { firstRanked, type LineKeyword } from './rules/bulk-lines.ts'
import { countryNames } from './rules/country-names.ts'
import { readSerpbear } from './rules/serpbear.ts'

/** A keyword of another rank tracker; `rank` is the rank that it had there at `at`, if any. */
type ImportedKeyword = LineKeyword & { rank: { position: number; url: string | null; at: Date } | null }
type Import = {
  accountId: string
  source: string
  domain: string
  /** A site that is checked to be the account's; null for the oldest one of the domain, one in the trash, or a new one. */
  siteId: string | null
  country: string
  language: string
  by: Actor
}
type Imported = { sites: number; added: number; revived?: number; positions: number; skipped: SkippedLine[] }

const nothing = { sites: 0, added: 0, positions: 0, skipped: 0, skippedLines: [] }

/** `historyMonths`: how many months of history are kept; all if undefined. */
export type ImportDeps = ChangeDeps & { historyMonths: number | undefined }

export function importHandlers(deps: ImportDeps) {
  const { db, clock, historyMonths } = deps
  const countryOf = countryNames((code) => countrySchema.safeParse(code).data === code)
  const phraseOf = (text: string) => phrase.safeParse(text).data ?? null
  return {
    'keywords.import': async ({ body: { from: source, domain, language, text, ...body }, caller }) => {
      const now = clock.now()
      const accountId = accountFor(caller, body.accountId)
      const scope = { ...scopeOf(caller), accountId }
      // The oldest site of the domain may be one that the caller does not see.
      if (scope.siteIds !== null && body.siteId === undefined) throw invalidField('siteId', faults.required)
      const siteId = body.siteId === undefined ? null : (await requireSite(db, scope, body.siteId)).id
      const { rows, bad } = await runInSteps(readSerpbear(text, { phraseOf, countryOf, placeOf: placeOfArea, now }))
      requireSince(importStart(now, historyMonths), rows)
      const country = mostCommon(rows.map((row) => row.country))
      if (country === null) return { ...nothing, bad }
      const keywords = rows.map((row) => ({ ...row, identity: phraseIdentity(row.phrase), language }))
      const from = { accountId, source, domain, siteId, country, language, by: caller }
      const { skipped, ...counts } = await importKeywords(deps, from, keywords, now)
      return { ...counts, skipped: skipped.length, skippedLines: skipped, bad }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function requireSince(start: Date, rows: readonly (Pick<ImportedKeyword, 'rank'> & { line: number })[]): void {
  const old = rows.find(({ rank }) => rank !== null && rank.at < start)
  if (old) throw invalidField('text', `has a rank from before ${utcDay(start)} in line ${old.line}`)
}

function mostCommon(values: readonly string[]): string | null {
  const counted = [...Map.groupBy(values, (value) => value)].sort(([, a], [, b]) => b.length - a.length)
  return counted[0]?.[0] ?? null
}

/**
 * Imports keywords up to the plan's limit, and their ranks, all in one transaction and nothing twice. Throws `not_found`, and
 * `plan_limit_reached` for a site beyond the limit.
 */
export async function importKeywords(
  { db, plans }: Pick<ChangeDeps, 'db' | 'plans'>,
  from: Import,
  keywords: readonly ImportedKeyword[],
  now: Date,
): Promise<Imported> {
  const ranked = firstRanked(keywords).map(({ rank, ...keyword }) => ({ ...keyword, ...rank }))
  await makeMonths(
    db,
    'rank',
    ranked.map(({ at }) => at),
  )
  return transact(db, async (tx) => {
    const limits = await lockOpenLimits(tx, plans, from.accountId)
    const site = await siteFor(tx, from, limits, now)
    const { ids, revived, skipped } = await addLines(tx, site, keywords, { limits, by: from.by, now })
    const positions = await recordImported(tx, site.id, from.source, ranked)
    await track(tx, { siteIds: [site.id], keywordIds: ids }, { limits, now })
    const counts = { sites: Number(site.isNew), added: ids.length, ...(revived > 0 && { revived }) }
    return { ...counts, positions, skipped }
  })
}

/** The named site, the account's oldest one of the domain, the last deleted one, or a new one. */
async function siteFor(tx: Transaction, from: Import, limits: PlanLimits, now: Date) {
  const { accountId, domain, country, language, siteId, by } = from
  if (siteId !== null) return { id: siteId, accountId, isNew: false }
  const sites = await listLiveSites(tx, accountId)
  const known = oldestOf(sites, from)
  if (known) return { id: known.id, accountId, isNew: false }
  const revived = await reviveTwin(tx, { accountId, limits, by, now }, (trashed) => oldestOf(trashed, from))
  if (revived) return { id: revived.id, accountId, isNew: true }
  requireRoom('sites', sites.length, limits.sites)
  const site = await addSite(tx, accountId, newSettings({ domain, country, language }), now)
  return { id: site.id, accountId, isNew: true }
}
