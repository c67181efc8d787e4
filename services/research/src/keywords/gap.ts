import { askerOf } from '@rts/shared/collects/asker'
import type { Collects } from '@rts/shared/collects/collects'
import type { Reading } from '@rts/shared/collects/kind'
import { besideOwnPages, mergedState, onlyOwnPages } from '@rts/shared/collects/merged-state'
import type { Call } from '@rts/shared/contract/caller'
import { freeIf } from '@rts/shared/contract/free'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import { intentOf, namesOf } from '@rts/shared/phrases/intent'
import { type Competitor, latestCheck, ownPagesHint } from '@rts/shared/phrases/own-pages'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { emptyList, type PagingQuery, pageOf } from '../lists.ts'
import type { RankedKind } from './collecting.ts'
import type { MetricsKind } from './collecting-metrics.ts'
import { originOf, ownFigures } from './figures.ts'
import type { RankTable } from './rules/figures.ts'
import { type Gap, type GapRow, gapRows, type KnownRanks } from './rules/gap-rows.ts'
import type { GapType } from './rules/gap-score.ts'
import { isLike, type NarrowPhrases } from './rules/narrow.ts'

type GapDeps = {
  sites: Sites
  projects: ProjectReader
  collects: Collects
  ranked: RankedKind | null
  metrics: MetricsKind | null
}
const addCompetitors = 'Add a competitor to see what it ranks for.'

type GapQuery = PagingQuery &
  NarrowPhrases & {
    competitors?: string[] | undefined
    type?: GapType | undefined
    maxRivalPosition?: number | undefined
  }

/** Phrases competitors rank for, beside the site's places. */
export function gapHandlers({ sites, projects, collects, ranked, metrics }: GapDeps) {
  async function gapOf(siteId: string, { competitors: named, limit, cursor, ...narrow }: GapQuery, call: Call) {
    const site = await siteOf(sites, call, siteId)
    const { domain, country, language } = site
    const known = await projects.comparison(site.accountId, site.id)
    const competitors = known.competitors.filter((rival) => named?.includes(rival.domain) ?? true)
    if (competitors.length === 0) return emptyList(addCompetitors)
    const comparison = { ...known, competitors }
    const place = { country, language }
    const asker = askerOf(call, site)
    const domains = [domain, ...competitors.map((rival) => rival.domain)].map((each) => ({ domain: each, ...place }))
    const [readings, own] = await Promise.all([
      ranked ? collects.read(ranked, domains, asker) : [],
      ownFigures(collects, metrics, { siteId: site.id, ...place }, asker),
    ])
    const [ownRanks = null, ...rivals] = ranked ? readings.map(knownRanks) : [null, ...competitors.map(() => null)]
    const all = [...readings, ...(own.reading ? [own.reading] : [])]
    const checkedAt = latestCheck(known.keywords)
    const { state, isFree } = ranked
      ? besideOwnPages(mergedState(all), checkedAt)
      : onlyOwnPages(checkedAt, own.reading, asker)
    const { gaps, factsOf, rowOf, trackedOf } = gapRows({
      comparison,
      place,
      own: ownRanks,
      rivals,
      figures: own.figures,
    })
    const hint = ranked ? null : ownPagesHint(known.keywords.length)
    const names = namesOf(domains.map((each) => each.domain))
    const { type, maxRivalPosition = Number.POSITIVE_INFINITY, ...like } = narrow
    const isAsked = (gap: Gap) => {
      if (type !== undefined && gap.type !== type) return false
      const { best, ...facts } = factsOf(gap)
      const intent = like.intent && (facts.intent ?? intentOf(facts.phrase, language, names))
      return best <= maxRivalPosition && isLike({ ...facts, intent: intent ?? null }, like)
    }
    const isWhole = Object.values(narrow).every((condition) => condition === undefined)
    const shown = isWhole ? gaps : gaps.filter(isAsked)
    const answer = pageOf('gap', { limit, cursor }, isFree ? [] : shown, { ...state, hint }, async (part) => {
      const tracked = part.flatMap((gap) => trackedOf(gap)?.id ?? [])
      const seen = await projects.rivalUrls(site.accountId, site.id, tracked)
      return part.map((gap) => {
        const row = rowOf(gap, seen)
        return toRow({ ...row, intent: row.intent ?? intentOf(row.phrase, language, names) }, competitors)
      })
    })
    return freeIf(isFree, answer)
  }

  return {
    'gap.list': ({ params, query, ...call }) => gapOf(params.id, query, call),
  } satisfies Partial<ServiceHandlers<'research'>>
}

function knownRanks({ body, state }: Reading<RankTable>): KnownRanks {
  return body && state.updatedAt ? { table: body, updatedAt: state.updatedAt } : null
}

function toRow(row: GapRow, competitors: readonly Competitor[]) {
  const { phrase: keyword, volume, difficulty, difficultySource, cpc, intent, position, type, score } = row
  const rivals = competitors.map(({ id, domain }, i) => {
    return { id, domain, position: row.positions[i] ?? null, url: row.urls[i] ?? null }
  })
  const figures = { volume, difficulty, difficultySource, cpc, intent }
  return { keyword, ...figures, position, competitors: rivals, type, score, ...originOf(row) }
}
