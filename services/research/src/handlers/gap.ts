import { askerOf } from '@rts/shared/collects/asker'
import type { Collects } from '@rts/shared/collects/collects'
import type { Reading } from '@rts/shared/collects/kind'
import { besideOwnPages, mergedState, onlyOwnPages } from '@rts/shared/collects/merged-state'
import { Free } from '@rts/shared/contract/free'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import { intentOf, namesOf } from '@rts/shared/phrases/intent'
import { type Competitor, latestCheck, ownPagesHint } from '@rts/shared/phrases/own-pages'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { RankTable } from '../domain/collected.ts'
import { type GapRow, gapRows, type KnownRanks } from '../domain/gap-rows.ts'
import type { RankedKind } from '../kinds/domains.ts'
import type { MetricsKind } from '../kinds/metrics.ts'
import { ownFigures } from './own-figures.ts'
import { emptyList, pageOf } from './pages.ts'
import { originOf } from './present.ts'

export type GapHandlerDeps = {
  sites: Sites
  projects: ProjectReader
  collects: Collects
  ranked: RankedKind | null
  metrics: MetricsKind | null
}
const addCompetitors = 'Add a competitor to see what it ranks for.'

export function gapHandlers(deps: GapHandlerDeps): Pick<ServiceHandlers<'research'>, 'gap.list'> {
  const { sites, projects, collects, ranked, metrics } = deps
  return {
    'gap.list': async ({ params, query, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { domain, country, language } = site
      const comparison = await projects.comparison(site.accountId, site.id)
      const { competitors, keywords } = comparison
      if (competitors.length === 0) return emptyList(addCompetitors)
      const place = { country, language }
      const asker = askerOf(call, `s:${site.id}`)
      const domains = [domain, ...competitors.map((rival) => rival.domain)].map((each) => ({ domain: each, ...place }))
      const [readings, own] = await Promise.all([
        ranked ? collects.read(ranked, domains, asker) : [],
        ownFigures(collects, metrics, { siteId: site.id, ...place }, asker),
      ])
      const [ownRanks = null, ...rivals] = ranked ? readings.map(knownRanks) : [null, ...competitors.map(() => null)]
      const all = [...readings, ...(own.reading ? [own.reading] : [])]
      const checkedAt = latestCheck(keywords)
      const { state, isFree } = ranked
        ? besideOwnPages(mergedState(all), checkedAt)
        : onlyOwnPages(checkedAt, own.reading)
      const { gaps, rowOf, trackedOf } = gapRows({ comparison, place, own: ownRanks, rivals, figures: own.figures })
      const hint = ranked ? null : ownPagesHint(keywords.length)
      const names = namesOf(domains.map((each) => each.domain))
      const answer = pageOf('gap', query, isFree ? [] : gaps, { ...state, hint }, async (part) => {
        const seen = await projects.rivalUrls(
          site.accountId,
          site.id,
          part.flatMap((gap) => trackedOf(gap)?.id ?? []),
        )
        return part.map((gap) => {
          const row = rowOf(gap, seen)
          return gapRowOf({ ...row, intent: row.intent ?? intentOf(row.phrase, language, names) }, competitors)
        })
      })
      return isFree ? new Free(answer) : answer
    },
  }
}

function knownRanks({ body, state }: Reading<RankTable>): KnownRanks {
  return body && state.updatedAt ? { table: body, updatedAt: state.updatedAt } : null
}

function gapRowOf(row: GapRow, competitors: readonly Competitor[]) {
  const { phrase: keyword, volume, difficulty, cpc, intent, position, type, score } = row
  const rivals = competitors.map(({ id, domain }, i) => {
    return { id, domain, position: row.positions[i] ?? null, url: row.urls[i] ?? null }
  })
  return { keyword, volume, difficulty, cpc, intent, position, competitors: rivals, type, score, ...originOf(row) }
}
