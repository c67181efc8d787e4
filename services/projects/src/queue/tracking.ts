import type { PlanLimits } from '@rts/shared/plans'
import { mapInSteps } from '@rts/shared/scheduling'
import type { Transaction } from '@rts/shared/service/transaction'
import { cutPage, domainsOfSites, findPages, recordRanks, unpackPage } from '../history/history.ts'
import { firstDue, isWithinRhythm } from './rules/rhythm.ts'
import { type Candidate, type Due, holdPages, listCandidates, markQueued, noteChecks, setDue } from './targets.sql.ts'

/** How many pages are read without a pause: a list of keywords may take thousands. */
const pagesAtOnce = 50

/**
 * Sets when keywords of one account are due: at once, unless the account had the page within its rhythm. Then they take their
 * rank from that page, with its date. Without `keywordIds` it covers all keywords of the sites. `limits` are the plan's; an
 * account's own rhythm comes first.
 */
export async function track(
  tx: Transaction,
  what: { siteIds: readonly string[]; keywordIds?: readonly string[] },
  when: { limits: Pick<PlanLimits, 'checkEveryDays' | 'maxDepth'>; now: Date },
): Promise<void> {
  const { limits, now } = when
  const candidates = await listCandidates(tx, what)
  const [first] = candidates
  if (!first) return
  const rhythmDays = first.checkEveryDays ?? limits.checkEveryDays
  const dues = candidates.map((row) => dueOf(row, rhythmDays, now))
  // Before any keyword is written, as in a check, which holds the page while it writes its keywords.
  await holdPages(tx, dues)
  const own = candidates.filter(({ checkedAt }) => isWithinRhythm(checkedAt, now, rhythmDays))
  await serve(tx, own, limits.maxDepth)
  await setDue(tx, dues)
  const queued = dues.filter(({ dueAt }) => dueAt <= now).map(({ keywordId }) => keywordId)
  await markQueued(tx, queued, now)
}

/** A keyword that waits for a check or a retry keeps its due time. */
function dueOf({ keywordId, targetId, ...row }: Candidate, rhythmDays: number, now: Date): Due {
  const due = firstDue(row.checkedAt, { rhythmDays, slotSeconds: row.slotSeconds, now })
  const wasDue = row.dueAt !== null && row.dueAt <= now
  const dueAt = due <= now ? (wasDue ? row.dueAt : now) : due
  return { keywordId, targetId, dueAt: dueAt ?? now, isNew: due <= now && !wasDue }
}

/** Gives keywords the ranks of the page that their account has had, as deep as the account read it. */
async function serve(tx: Transaction, candidates: readonly Candidate[], maxDepth: number): Promise<void> {
  const requests = candidates.flatMap(({ keywordId, targetId, checkedAt }) =>
    checkedAt ? [{ keywordId, targetId, fetchedAt: checkedAt }] : [],
  )
  const found = await findPages(tx, requests)
  const unpacked = await mapInSteps(found, pagesAtOnce, (page) => ({ ...page, ...unpackPage(page) }))
  const pages = new Map(unpacked.map((page) => [page.keywordId, page]))
  const served = candidates.flatMap((row) => {
    const page = pages.get(row.keywordId)
    if (!page) return []
    const whole = Math.min(row.siteDepth ?? maxDepth, maxDepth)
    const depth = Math.min(whole, row.checkedDepth ?? page.depth)
    const wholeAt = depth === whole ? page.fetchedAt : null
    return [{ ...row, page: cutPage(page, depth), depth, wholeAt }]
  })
  if (served.length === 0) return
  const domains = await domainsOfSites(tx, [...new Set(served.map((row) => row.siteId))])
  const entries = served.map(({ keywordId, epoch, siteId, page }) => {
    return { keyword: { keywordId, epoch, domains: domains.get(siteId) ?? [] }, page }
  })
  await recordRanks(tx, entries)
  const checks = served.map(({ page, ...row }) => ({ ...row, at: page.fetchedAt }))
  await noteChecks(tx, checks)
}
