import {
  byPhrase,
  type Comparison,
  type Competitor,
  latestCheck,
  ownPages,
  type Place,
  type RivalUrlOf,
} from '@rts/shared/phrases/own-pages'
import type { Figures, RankTable } from './figures.ts'
import { type ClickCurve, type Earning, hundredths, totalTraffic, trafficOf, trafficValue } from './traffic.ts'

const maxPages = 10
const pageEnds = { top3: 3, top10: 10, top20: 20, top100: 100 } as const
type Buckets = { [K in keyof typeof pageEnds]: number }

export type TrafficRow = {
  id: string
  domain: string
  organicTraffic: number | null
  organicKeywords: number | null
  trafficValue: number | null
  commonKeywords: number | null
  averagePosition: number | null
  positions: Buckets | null
  topPages: { url: string; traffic: number | null }[]
  source: string
  sandbox: boolean
  updatedAt: string
}
type Ranked = { key: string; position: number; url: string | null } & Earning
/** Visits a month; `value`: their price as ads, in USD. */
export type Overview = { traffic: number | null; value: number | null; keywords: number; positions: Buckets }
export type CollectedTraffic = {
  /** Null: only the other of the two is available. */
  overview: Overview | null
  ranks: RankTable | null
  source: string
  sandbox: boolean
  updatedAt: string
}

/** By provider data; `ownKeys`: phrases the site ranks for. */
export function collectedTraffic(
  { id, domain }: Competitor,
  { overview, ranks, ...origin }: CollectedTraffic,
  ownKeys: ReadonlySet<string> | null,
  curve: ClickCurve,
): TrafficRow {
  const ranked = ranks ? rankedOf(ranks) : []
  const rounded = (value: number | null) => (value === null ? null : hundredths(value))
  return {
    id,
    domain,
    organicTraffic: overview ? rounded(overview.traffic) : totalTraffic(curve, ranked),
    organicKeywords: overview ? overview.keywords : (ranks?.key.length ?? null),
    trafficValue: overview ? rounded(overview.value) : trafficValue(curve, ranked),
    commonKeywords: ranks && ownKeys ? ranked.filter(({ key }) => ownKeys.has(key)).length : null,
    averagePosition: averageOf(ranked),
    positions: overview?.positions ?? (ranks ? bucketsOf(ranked) : null),
    topPages: topPagesOf(ranked, curve),
    ...origin,
  }
}

/** Rivals' traffic on tracked phrases only, not extrapolated; visits need known volumes, else null. */
export function ownTraffic(
  { competitors, keywords }: Comparison,
  place: Place,
  { figures, urlOf }: { figures: ReadonlyMap<string, Pick<Figures, 'volume' | 'cpc'>>; urlOf: RivalUrlOf },
  curve: ClickCurve,
): TrafficRow[] {
  const tracked = [...byPhrase(keywords, place).values()].filter(({ checkedAt }) => checkedAt !== null)
  const updatedAt = latestCheck(tracked)
  if (updatedAt === null) return []
  const sandbox = tracked.some((keyword) => keyword.sandbox)
  return competitors.map(({ id, domain, positions }) => {
    const ranked = tracked.flatMap(({ id: keywordId, key, position: own, row, aiOverview = null }) => {
      const position = positions[row] ?? null
      const { volume = null, cpc = null } = figures.get(key) ?? {}
      return position ? [{ key, position, url: urlOf(id, keywordId), volume, cpc, own, aiOverview }] : []
    })
    return {
      id,
      domain,
      organicTraffic: totalTraffic(curve, ranked),
      organicKeywords: ranked.length,
      trafficValue: trafficValue(curve, ranked),
      commonKeywords: ranked.filter(({ own }) => own).length,
      averagePosition: averageOf(ranked),
      positions: bucketsOf(ranked),
      topPages: topPagesOf(ranked, curve),
      source: ownPages,
      sandbox,
      updatedAt,
    }
  })
}

function rankedOf(ranks: RankTable): Ranked[] {
  return ranks.key.map((key, i) => ({
    key,
    position: ranks.position[i] ?? 0,
    url: ranks.url[i] ?? null,
    volume: ranks.volume[i] ?? null,
    cpc: ranks.cpc[i] ?? null,
  }))
}

function averageOf(ranked: readonly { position: number }[]): number | null {
  if (ranked.length === 0) return null
  return hundredths(ranked.reduce((sum, { position }) => sum + position, 0) / ranked.length)
}

function bucketsOf(ranked: readonly { position: number }[]): Buckets {
  const within = (end: number) => ranked.filter(({ position }) => position <= end).length
  const { top3, top10, top20, top100 } = pageEnds
  return { top3: within(top3), top10: within(top10), top20: within(top20), top100: within(top100) }
}

/** Most visits first, then unknown visits by phrase count. */
function topPagesOf(ranked: readonly Ranked[], curve: ClickCurve): TrafficRow['topPages'] {
  const pages = new Map<string, { url: string; traffic: number | null; phrases: number }>()
  for (const row of ranked) {
    const { url } = row
    if (url === null) continue
    const page = pages.get(url) ?? { url, traffic: null, phrases: 0 }
    const visits = trafficOf(curve, row)
    pages.set(url, {
      url,
      traffic: visits === null ? page.traffic : (page.traffic ?? 0) + visits,
      phrases: page.phrases + 1,
    })
  }
  return [...pages.values()]
    .sort((a, b) => (b.traffic ?? -1) - (a.traffic ?? -1) || b.phrases - a.phrases || (a.url < b.url ? -1 : 1))
    .slice(0, maxPages)
    .map(({ url, traffic }) => ({ url, traffic: traffic === null ? null : hundredths(traffic) }))
}
