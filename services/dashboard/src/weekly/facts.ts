import type { SiteSummaryRow } from '@rts/shared/contract/rows/series'
import { type RpcCaller, systemCaller } from '@rts/shared/service/rpc-client'
import { uncarried } from '@rts/shared/tremble'
import { pages } from '../../web/routes.ts'
import { isRefusal } from '../accounts/accounts.ts'
import { stopPath, type ToldSite } from '../letters/letters.ts'
import type { Parts } from '../parts.ts'
import { readWhole } from '../whole-list.ts'
import type { WantedSite } from './recipients.sql.ts'
import { days, movedIn } from './rules/moved.ts'

export type WeeklyParts = Pick<
  Parts,
  'database' | 'call' | 'inNameOf' | 'mail' | 'tokens' | 'publicUrl' | 'clock' | 'logger'
>

const maxSites = 20
const maxCards = 3
const chartDays = 28
const pageSize = 1_000

/** The sites that a person asked for and may see now, without frozen ones, with their week; those first whose visibility fell most. Nothing is collected. */
export async function sitesOf(
  deps: WeeklyParts,
  personId: string,
  wanted: readonly WantedSite[],
): Promise<({ id: string } & ToldSite)[]> {
  const found: { summary: SiteSummaryRow; caller: RpcCaller }[] = []
  for (const [accountId, sites] of Map.groupBy(wanted, (site) => site.accountId)) {
    const caller = await callerIn(deps, accountId, personId)
    if (!caller) continue
    const ids = new Set(sites.map(({ siteId }) => siteId))
    for (const summary of await summariesOf(deps, caller))
      if (ids.has(summary.id) && !summary.frozen) found.push({ summary, caller })
  }
  const told = found.toSorted((one, other) => changeOf(one.summary) - changeOf(other.summary)).slice(0, maxSites)
  return Promise.all(told.map(({ summary, caller }) => toldSite(deps, personId, summary, caller)))
}

/** Undefined where the person may not enter the account any more. */
async function callerIn(
  { inNameOf }: WeeklyParts,
  accountId: string,
  personId: string,
): Promise<RpcCaller | undefined> {
  try {
    return { ...(await inNameOf(accountId, personId)), collect: 'deny' }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return undefined
  }
}

async function summariesOf({ call }: WeeklyParts, caller: RpcCaller): Promise<SiteSummaryRow[]> {
  const all: SiteSummaryRow[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await call(
      'siteSummaries.list',
      { query: { days, limit: pageSize, ...(cursor && { cursor }) } },
      caller,
    )
    all.push(...page.sites)
    cursor = page.nextCursor
  }
  return all
}

async function toldSite(
  deps: WeeklyParts,
  personId: string,
  { id, name, scores, carried, compared, usual }: SiteSummaryRow,
  caller: RpcCaller,
): Promise<{ id: string } & ToldSite> {
  const { call, clock, publicUrl } = deps
  const params = { id }
  const system = systemCaller(caller.accountId, caller.plan, caller.requestId)
  const [keywords, { passes }, advice] = await Promise.all([
    readWhole(async (paging) => {
      const { keywords: rows, ...page } = await call(
        'movements.list',
        { params, query: { days, medians: true, ...paging } },
        caller,
      )
      return { rows, ...page }
    }),
    call('notableChanges.snapshot', { params, query: { days } }, system),
    call('advice.list', { params }, caller),
  ])
  const linkTo = (page: string) => publicUrl + page.replace('$siteId', id)
  return {
    id,
    name,
    url: linkTo(pages.keywords),
    stopUrl: stopUrlOf(deps, personId, [id]),
    score: scores.at(-1) ?? null,
    carried: carried?.at(-1) ?? false,
    before: compared?.before ?? null,
    known: compared?.score ?? null,
    added: compared?.added ?? 0,
    range: usual ?? null,
    scores: uncarried(scores, carried).slice(-chartDays),
    ...movedIn(keywords, passes, clock.now()),
    next: advice.cards.slice(0, maxCards).map(({ title }) => title),
    cards: advice.total,
    cardsUrl: linkTo(pages.operator),
  }
}

/** How far the visibility of a site rose in the week, of the keywords known at both its ends; 0 where that is unknown. */
function changeOf({ compared }: SiteSummaryRow): number {
  return (compared?.score ?? 0) - (compared?.before ?? 0)
}

/** Where a person stops the weekly letters about some sites. */
export function stopUrlOf({ publicUrl, tokens }: WeeklyParts, personId: string, siteIds: readonly string[]): string {
  return `${publicUrl}${stopPath}?token=${tokens.ofSiteLetters({ kind: 'weekly', personId, siteIds })}`
}
