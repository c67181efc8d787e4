import type { Transaction } from '@rts/shared/service/transaction'
import { domainsOfSites, recordRanks } from './ranks.sql.ts'
import { findPages } from './results-pages.sql.ts'
import { firstDue, isWithinRhythm } from './rules/rhythm.ts'
import { type Candidate, type Due, holdPages, listCandidates, markQueued, noteChecks, setDue } from './targets.sql.ts'

/**
 * Sets when keywords of one account are due: at once, unless the account had the page within its rhythm. Then they take their
 * rank from that page, with its date. Without `keywordIds` it covers all keywords of the sites. `rhythmDays` is the plan's; an
 * account's own rhythm comes first.
 */
export async function track(
  tx: Transaction,
  what: { siteIds: readonly string[]; keywordIds?: readonly string[] },
  when: { rhythmDays: number; now: Date },
): Promise<void> {
  const { now } = when
  const candidates = await listCandidates(tx, what)
  const [first] = candidates
  if (!first) return
  const rhythmDays = first.checkEveryDays ?? when.rhythmDays
  const dues = candidates.map((row) => dueOf(row, rhythmDays, now))
  // Before any keyword is written, as in a check, which holds the page while it writes its readers.
  await holdPages(tx, dues)
  const own = candidates.filter(({ checkedAt }) => isWithinRhythm(checkedAt, now, rhythmDays))
  await serve(tx, own)
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

/** Gives keywords the ranks of the page that their account has had. */
async function serve(tx: Transaction, candidates: readonly Candidate[]): Promise<void> {
  const requests = candidates.flatMap(({ keywordId, targetId, checkedAt }) =>
    checkedAt ? [{ keywordId, targetId, fetchedAt: checkedAt }] : [],
  )
  const pages = await findPages(tx, requests)
  const served = candidates.flatMap((row) => {
    const page = pages.get(row.keywordId)
    return page ? [{ ...row, page }] : []
  })
  if (served.length === 0) return
  const domains = await domainsOfSites(tx, [...new Set(served.map((row) => row.siteId))])
  const entries = served.map(({ keywordId, epoch, siteId, page }) => {
    return { reader: { keywordId, epoch, domains: domains.get(siteId) ?? [] }, page }
  })
  await recordRanks(tx, entries)
  const checks = served.map(({ page, ...row }) => ({ ...row, at: page.fetchedAt }))
  await noteChecks(tx, checks)
}
