import { phrase, phraseIdentity } from '@rts/shared/contract/fields'
import type { SkippedLine } from '@rts/shared/contract/rows/keyword'
import type { PlanLimits } from '@rts/shared/plans'
import { runInSteps } from '@rts/shared/scheduling'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Transaction } from '@rts/shared/service/transaction'
import { type Actor, countKeywords, lockLimits, requireRoom, roomUnder } from '../accounts/accounts.ts'
import { track } from '../queue/queue.ts'
import { holdSite, type OwnedSite, requireThawed, siteOf } from '../sites/sites.ts'
import { transact } from '../transact.ts'
import { addKeywords, type ChangeDeps } from './keyword-changes.ts'
import { toKeywordRow } from './keyword-list.ts'
import { findKnown, readShown } from './keywords.sql.ts'
import { type LineKeyword, readLines, takeInOrder } from './rules/bulk-lines.ts'
import { whereOf } from './where.ts'

export function bulkHandlers(deps: ChangeDeps) {
  return {
    'keywords.createBulk': async ({ params, body, caller }) => {
      const site = await siteOf(deps.db, caller, params.id)
      const { keywords, invalid } = await runInSteps(readLines(body.text, whereOf(site, body), phraseOf))
      const { added, revived, skipped } = await createInBulk(deps, site, keywords, caller)
      const skippedLines = [...invalid, ...skipped].sort((a, b) => a.line - b.line)
      const counts = { added: added.length, skipped: skippedLines.length, ...(revived > 0 && { revived }) }
      return { ...counts, keywords: added.map(toKeywordRow), skippedLines }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function phraseOf(text: string) {
  const { data } = phrase.safeParse(text)
  return data === undefined ? null : { phrase: data, identity: phraseIdentity(data) }
}

/** Adds keywords in the order of their lines, up to the plan limit. Throws `plan_limit_reached` if it allows none. */
function createInBulk({ db, plans, clock }: ChangeDeps, site: OwnedSite, keywords: readonly LineKeyword[], by: Actor) {
  const now = clock.now()
  return transact(db, async (tx) => {
    const limits = await lockLimits(tx, plans, site.accountId)
    const { ids, revived, used, skipped } = await addLines(tx, site, keywords, { limits, by, now })
    if (ids.length === 0 && skipped.some(isRefused)) requireRoom('keywords', used, limits.keywords)
    await track(tx, { siteIds: [site.id], keywordIds: ids }, { limits, now })
    return { added: await readShown(tx, ids), revived, skipped }
  })
}

type AddedLines = {
  ids: string[]
  revived: number
  skipped: SkippedLine[]
  used: number
}

/** Adds the new keywords that the limit allows. The account must be locked. Nothing is due yet: see `track`. Throws `plan_limit_reached` for a frozen site. */
export async function addLines(
  tx: Transaction,
  site: OwnedSite,
  keywords: readonly LineKeyword[],
  { limits, by, now }: { limits: PlanLimits; by: Actor; now: Date },
): Promise<AddedLines> {
  const held = await holdSite(tx, site)
  const known = await findKnown(tx, site.id, keywords)
  const used = await countKeywords(tx, site.accountId)
  const { taken, skipped } = takeInOrder(keywords, new Set(known.keys()), roomUnder(limits.keywords, used))
  if (skipped.some(isRefused) || taken.length > 0) await requireThawed(tx, held, limits)
  return { ...(await addKeywords(tx, { site: held, by, now }, taken)), used, skipped }
}

function isRefused({ code }: SkippedLine): boolean {
  return code === 'plan_limit_reached'
}
