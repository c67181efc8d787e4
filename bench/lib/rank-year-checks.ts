import { dayMs } from '@rts/shared/clock'
import { createLogger } from '@rts/shared/logger'
import { defaultPlans } from '@rts/shared/plans'
import pg from 'pg'
import { firstOf } from '../../packages/outside/src/first-of.ts'
import type { ProviderHttp } from '../../packages/outside/src/http.ts'
import type { TrackedKeyword } from '../../services/projects/src/checks/held-pages.sql.ts'
import { readingsOf } from '../../services/projects/src/checks/outcomes.ts'
import { type CheckDeps, checkPage } from '../../services/projects/src/checks/page-check.ts'
import { pagedSource } from '../../services/projects/src/checks/providers/paging.ts'
import type { SerpSource } from '../../services/projects/src/checks/providers/serp.ts'
import { markOf, maxLooks, noDoubt, usualOverlap } from '../../services/projects/src/checks/rules/belief.ts'
import type { Trial } from '../../services/projects/src/checks/trial.ts'
import { noBlocks } from '../../services/projects/src/history/rules/blocks.ts'
import { cutPage, rankOnPage } from '../../services/projects/src/history/rules/positions.ts'
import type { ClaimedPage, DuePage } from '../../services/projects/src/queue/due-pages.sql.ts'
import { depthToRead, untilNext } from '../../services/projects/src/queue/rules/tracked-keywords.ts'
import { badSpells, dayOf, firstDay, listed, ownHost } from './rank-year-pages.ts'

/** `believesAll`: no page has to prove itself, to count what checks would ask for if every page were good. */
export type Rule = { providers: readonly string[]; badShare: number; believesAll?: true }
/** A rank that was stored, of a page that this provider gave. */
export type Stored = { at: number; provider: string; position: number; depth: number }
/** The answers of the providers, what came of them, and when they were asked. */
export type Year = { asked: number; bad: number; failed: number; ranks: Stored[]; lookedAt: number[] }
export type PageOf = (day: number, provider: string) => string[]

export const days = 365
const terms = { plans: defaultPlans, isSmart: true }
const address = 'http://provider'
const quiet = { logger: createLogger('projects', 'fatal'), calls: { count: () => {} } }
const settle = async () => {}
const free = { capability: 'serp', day: '', accounts: [], holdId: null, settle, release: settle }
/** The parts of every check beside its source, its clock and its storage; the database is never asked. */
const parts = {
  ...quiet,
  db: new pg.Pool(),
  unstored: { keep: async () => [] },
  spend: { reserve: async () => ({ ...free, reserve: async () => ({ settle }) }) },
}
const believing: Trial = {
  accepts: () => true,
  skips: () => false,
  pass: () => {},
  partly: () => null,
  look: () => ({ doubt: noDoubt, usual: null }),
}

/** Answers each call with the number of the page that it asks for. */
const askedPage: ProviderHttp = {
  send: async ({ url, read }) => ({ state: 'read', status: 200, value: read(url.slice(address.length + 1)) }),
}

/** A provider with its bad days; the service reads and joins its pages of ten. */
function providerOf(
  n: number,
  source: string,
  pageOf: PageOf,
  rule: Rule,
  clock: CheckDeps['clock'],
  year: Year,
): SerpSource {
  const spellAt = badSpells(n, source, rule.badShare)
  let bad: ReturnType<typeof spellAt> = null
  const read = (body: unknown) => {
    const day = dayOf(clock.now().getTime())
    const { urls, saysEmpty } = listed(pageOf(day, source), Number(body), bad, `${n} ${source} ${day}`)
    const all = urls.map((url) => ({ url: url ?? 'https://www.google.com/goto?url=CAES' }))
    return { ok: true as const, listed: all, saysEmpty, questions: [], blocks: noBlocks, ended: false }
  }
  const pages = { source, address, pageUsd: 1, request: (_: unknown, index: number) => ({ path: `/${index}` }), read }
  const adapter = pagedSource(pages, {}, { clock, http: askedPage })
  return {
    ...adapter,
    ask: (...call) => {
      bad = spellAt(clock.now().getTime())
      year.asked++
      if (bad) year.bad++
      return adapter.ask(...call)
    },
  }
}

/** The rows that a database would keep of keyword `n`: when its page is due, the page to check, and what came of a check. */
function keywordOf(n: number, rule: Rule, year: Year) {
  const slotSeconds = (n * 7_919) % 86_400
  const page = { id: '', phrase: String(n), country: 'us', language: 'en', device: 'desktop', location: null } as const
  const claimed = { ...page, slotSeconds, lease: '', tries: 0, task: null, taskTries: 0, taskUsd: 0 }
  const site = { targetId: '', keywordId: '', epoch: 0, siteId: '', accountId: 'a', plan: 'growth' } as const
  const settings = { checkEveryDays: null, siteDepth: null, siteSmart: null, domains: [{ id: '', domain: ownHost }] }
  let dueAt: Date | null = new Date(firstDay + slotSeconds * 1_000)
  let keyword: TrackedKeyword = { ...site, ...settings, rank: null, wholeAt: null, checkedAt: null, dueAt }
  let kept: Pick<ClaimedPage, 'earlier' | 'doubt'> = { earlier: null, doubt: null }

  const outcomes: CheckDeps['outcomes'] = {
    isWanted: async () => true,
    keep: async (claim, found) => {
      const doubt = rule.believesAll ? { looks: maxLooks, pages: [] } : claim.doubt
      const { keywords, unsure, lost, ...then } = readingsOf({ ...claim, doubt }, found, [keyword], terms)
      const mark = markOf(found, found.depth)
      kept = { earlier: { ...mark, usual: usualOverlap(mark, kept.earlier) }, doubt: then.doubt }
      dueAt = then.nextDueAt
      year.failed += unsure.length
      keyword = {
        ...keyword,
        dueAt: unsure[0]?.dueAt ?? keyword.dueAt,
        wholeAt: lost.length > 0 ? null : keyword.wholeAt,
      }
      for (const { depth, isWhole, ...served } of keywords) {
        const { position } = rankOnPage(cutPage(found, depth), ownHost)
        year.ranks.push({ at: found.fetchedAt.getTime(), provider: found.source, position, depth })
        keyword = { ...served, rank: position, wholeAt: isWhole ? found.fetchedAt : keyword.wholeAt }
      }
      return true
    },
    fail: async (_, { retryAt, look }, seenAt) => {
      year.failed++
      if (!retryAt) keyword = untilNext(keyword, { slotSeconds, seenAt, plans: terms.plans })
      dueAt = retryAt ?? keyword.dueAt
      const usual = look?.usual ?? kept.earlier?.usual ?? null
      kept = { earlier: kept.earlier && { ...kept.earlier, usual }, doubt: look?.doubt ?? kept.doubt }
      return true
    },
  }
  return {
    outcomes,
    dueAt: () => dueAt?.getTime() ?? Number.POSITIVE_INFINITY,
    pageAt: (now: Date): DuePage => {
      const depth = depthToRead(keyword, terms, now)
      const owners = [{ domain: ownHost, depth, rank: keyword.rank }]
      return { target: { ...claimed, ...kept, claimedAt: now, depth, owners }, accounts: ['a'], asked: false }
    },
  }
}

/** A year of daily checks of keyword `n` through the check of the service. */
export async function checkYear(n: number, pageOf: PageOf, rule: Rule): Promise<Year> {
  const year: Year = { asked: 0, bad: 0, failed: 0, ranks: [], lookedAt: [] }
  let at = firstDay
  const clock = { now: () => new Date(at) }
  const { outcomes, dueAt, pageAt } = keywordOf(n, rule, year)
  const providers = rule.providers.map((source) => providerOf(n, source, pageOf, rule, clock, year))
  const deps = { ...parts, outcomes, clock, serp: firstOf('serp', providers, { clock, ...quiet }) }
  for (;;) {
    // A page that is still due is fetched at once.
    at = Math.max(dueAt(), at + 1_000)
    if (at >= firstDay + days * dayMs) return year
    year.lookedAt.push(at)
    await checkPage(deps, pageAt(clock.now()), rule.believesAll ? believing : undefined)
  }
}
