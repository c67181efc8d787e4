import type { Clock } from '@rts/shared/clock'
import type { ComparisonRow, CompetitorRow } from '@rts/shared/contract/rows/rank'
import { Sliced } from '@rts/shared/contract/sliced'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { KeywordStore } from '../keywords/keyword-store.ts'
import { rowsOfSlice, slicesOf } from '../lists/lists.ts'
import type { PastStore } from '../rank-checks/pasts.sql.ts'
import { changeOf } from '../rank-checks/rules/positions.ts'
import type { CompetitorStore } from '../sites/competitors.sql.ts'
import type { SiteStore, SliceRequest } from '../sites/sites.sql.ts'
import { accountFor, scopeOf, siteOf, sliceRequest } from '../sites/sites.ts'
import { lookOf } from './rows.ts'
import type { RivalRank, Standing, StandingStore } from './standings.sql.ts'

export type RankHandlerDeps = {
  sites: SiteStore
  keywords: KeywordStore
  standings: StandingStore
  competitors: CompetitorStore
  pasts: PastStore
  clock: Clock
}

export function rankHandlers(deps: RankHandlerDeps) {
  const { sites, keywords, standings, competitors, pasts, clock } = deps
  return {
    'rankComparison.list': async ({ params, query, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const request = await sliceRequest('rank-compare', query, (id) => keywords.placeOf(site, id))
      const [total, rivals] = await Promise.all([keywords.count(site), competitors.list(site)])
      const read = (part: SliceRequest) => standings.list(site.id, part)
      const rowsOf = async (rows: Standing[]) => {
        const ids = rows.map(({ id }) => id)
        return compare(rows, rivals, await standings.rivals(rivals, ids))
      }
      const slice = rowsOfSlice(rivals.length)
      return new Sliced(
        'rows',
        { competitors: rivals, total },
        slicesOf('rank-compare', { ...request, slice }, read, rowsOf),
      )
    },

    'competitors.add': async ({ params, body, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const added = await competitors.add(site, body.domain, clock.now())
      if (added.created) await fillShortly(pasts, added.competitor.id)
      return added
    },

    'competitors.delete': async ({ params, body, caller }) => {
      const accountId = accountFor(caller, body.accountId)
      const site = await sites.require({ ...scopeOf(caller), accountId }, params.id)
      await competitors.remove(site, params.competitorId, clock.now())
      return { ok: true }
    },

    'competitors.list': async ({ params, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      return { competitors: await competitors.list(site) }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** How long a call waits for the past of its competitor; the rest is filled in the background. */
const fillPatienceMs = 2_000

async function fillShortly(pasts: PastStore, domainId: string): Promise<void> {
  const deadline = performance.now() + fillPatienceMs
  while (performance.now() < deadline && (await pasts.fillNext(domainId))) {}
}

export function compare(
  rows: readonly Standing[],
  rivals: readonly CompetitorRow[],
  ranks: readonly RivalRank[][],
): ComparisonRow[] {
  return rows.map((row, i) => {
    const { id: keywordId, phrase: keyword, country, language, position, previousPosition, url } = row
    const change = changeOf(previousPosition, position)
    const own = { position, previousPosition, change, url }
    return {
      keywordId,
      keyword,
      country,
      language,
      ...own,
      ...lookOf(row),
      competitors: rivalRows(rivals, ranks[i] ?? []),
    }
  })
}

/** Every competitor; nulls before its first check. */
function rivalRows(rivals: readonly CompetitorRow[], ranks: readonly RivalRank[]): ComparisonRow['competitors'] {
  const rows = rivals.map(({ id, domain }) => ({ id, domain, ...unseen }))
  for (const [place, position, previousPosition, url] of ranks) {
    const row = rows[place]
    if (row) Object.assign(row, { position, previousPosition, change: changeOf(previousPosition, position), url })
  }
  return rows
}

const unseen = { position: null, previousPosition: null, change: null, url: null }
