import { askerOf } from '@rts/shared/collects/asker'
import type { Collects } from '@rts/shared/collects/collects'
import type { Asker, Reading } from '@rts/shared/collects/kind'
import { besideOwnPages, isUnderWay, mergedState, onlyOwnPages } from '@rts/shared/collects/merged-state'
import { freeIf } from '@rts/shared/contract/free'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import { byPhrase, type Comparison, latestCheck, ownPagesHint } from '@rts/shared/phrases/own-pages'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { emptyList } from '../lists.ts'
import type { OverviewKind, RankedKind } from './collecting.ts'
import type { MetricsKind } from './collecting-metrics.ts'
import { type OwnFigures, originOf, ownFigures } from './figures.ts'
import type { RankTable } from './rules/figures.ts'
import type { ClickCurve } from './rules/traffic.ts'
import { collectedTraffic, type Overview, ownTraffic, type TrafficRow } from './rules/traffic-rows.ts'

type TrafficDeps = {
  sites: Sites
  projects: ProjectReader
  collects: Collects
  ranked: RankedKind | null
  overview: OverviewKind | null
  metrics: MetricsKind | null
  curve: ClickCurve
}
const addCompetitors = 'Add a competitor to see its traffic.'

/** Competitors' search traffic: by providers, else by the site's results pages. */
export function trafficHandlers({ sites, projects, collects, ranked, overview, metrics, curve }: TrafficDeps) {
  async function onOwnPages(site: KnownSite, comparison: Comparison, figures: OwnFigures['figures']) {
    const { accountId, id, country, language } = site
    const keywordIds = comparison.keywords.map((keyword) => keyword.id)
    const urlOf = await projects.rivalUrls(accountId, id, keywordIds)
    return ownTraffic(comparison, { country, language }, { figures, urlOf }, curve)
  }

  async function fromOwnPages(site: KnownSite, comparison: Comparison, asker: Asker) {
    const { country, language } = site
    const own = await ownFigures(collects, metrics, { siteId: site.id, country, language }, asker)
    const rows = await onOwnPages(site, comparison, own.figures)
    return { rows, ...onlyOwnPages(latestCheck(comparison.keywords), own.reading, asker) }
  }

  async function fromProviders(
    kinds: { ranked: RankedKind; overview: OverviewKind },
    site: KnownSite,
    comparison: Comparison,
    asker: Asker,
  ) {
    const place = { country: site.country, language: site.language }
    const { competitors, keywords } = comparison
    const rivals = competitors.map(({ domain }) => ({ domain, ...place }))
    const [overviews, ranks] = await Promise.all([
      collects.read(kinds.overview, rivals, asker),
      collects.read(kinds.ranked, [{ domain: site.domain, ...place }, ...rivals], asker),
    ])
    const [own, ...rivalRanks] = ranks
    const tracked = [...byPhrase(keywords, place)].filter(([, { position }]) => position).map(([key]) => key)
    const ownKeys = own?.body ? new Set([...own.body.key, ...tracked]) : null
    const rows = competitors.flatMap((rival, i) => {
      const collected = togetherOf(overviews[i], rivalRanks[i])
      return collected ? [collectedTraffic(rival, collected, ownKeys, curve)] : []
    })
    const merged = besideOwnPages(mergedState([...overviews, ...ranks]), latestCheck(keywords))
    const isNothing = rows.length === 0 && !isUnderWay(merged.state)
    return { rows: isNothing ? await onOwnPages(site, comparison, new Map()) : rows, ...merged }
  }

  return {
    'traffic.list': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const comparison = await projects.comparison(site.accountId, site.id)
      if (comparison.competitors.length === 0) return emptyList(addCompetitors)
      const asker = askerOf(call, site)
      const { rows, state, isFree } =
        ranked && overview
          ? await fromProviders({ ranked, overview }, site, comparison, asker)
          : await fromOwnPages(site, comparison, asker)
      const hint = ranked && overview ? null : ownPagesHint(comparison.keywords.length)
      const answer = { ...state, hint, rows: rows.map(toRow), total: rows.length, nextCursor: null }
      return freeIf(isFree, answer)
    },
  } satisfies Partial<ServiceHandlers<'research'>>
}

/** As old as its older part; null: no data. */
function togetherOf(overview?: Reading<Overview>, ranks?: Reading<RankTable>) {
  const parts = [overview, ranks].filter((part) => part !== undefined).filter(({ body }) => body !== null)
  const [updatedAt] = parts.flatMap(({ state }) => state.updatedAt ?? []).sort()
  if (updatedAt === undefined) return null
  const sources = new Set(parts.flatMap((part) => part.sources))
  const origin = { source: [...sources].join('+'), sandbox: parts.some(({ sandbox }) => sandbox), updatedAt }
  const totals = overview?.body ?? null
  return { overview: totals, ranks: ranks?.body ?? null, ...origin }
}

function toRow({ source, sandbox, updatedAt, ...row }: TrafficRow) {
  return { ...row, ...originOf({ source, sandbox, updatedAt }) }
}
