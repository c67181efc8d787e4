import { askerOf } from '@rts/shared/collects/asker'
import type { Collects } from '@rts/shared/collects/collects'
import { besideOwnPages, mergedState, onlyOwnPages } from '@rts/shared/collects/merged-state'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { freeIf } from '@rts/shared/contract/free'
import { askedList } from '@rts/shared/cursor'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import { namesOf } from '@rts/shared/phrases/intent'
import { latestCheck, ownPagesHint } from '@rts/shared/phrases/own-pages'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { pageOf } from '../lists.ts'
import type { IdeasKind } from './collecting.ts'
import type { MetricsKind } from './collecting-metrics.ts'
import { figuresRow, ownFigures } from './figures.ts'
import { ideasIn } from './ideas.ts'
import { domainsOn, type PlannerRow, plannerRows } from './rules/planner-rows.ts'
import { seedsOf } from './rules/seeds.ts'

type PlannerDeps = {
  sites: Sites
  projects: ProjectReader
  collects: Collects
  /** Authority of registrable domains, as far as it is known here. */
  authorityOf(domains: readonly string[]): Promise<ReadonlyMap<string, number>>
  ideas: IdeasKind | null
  metrics: MetricsKind | null
}

/** A site's ideas, tracked phrases and questions as one list, most worth doing first. */
export function plannerHandlers({ sites, projects, collects, ideas, metrics, authorityOf }: PlannerDeps) {
  return {
    'planner.list': async ({ params, query: { q, country, language, ...paging }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const place = { country: country ?? site.country, language: language ?? site.language }
      const [comparison, pages] = await Promise.all([
        projects.comparison(site.accountId, site.id),
        projects.pages(site.accountId, site.id),
      ])
      const asker = askerOf(call, `s:${site.id}`)
      const phrases = q === undefined ? seedsOf(comparison, place, site.domain) : [q]
      const [readings, own] = await Promise.all([
        ideas ? collects.read(ideas, [{ phrases, ...place }], asker) : [],
        ownFigures(collects, metrics, { siteId: site.id, ...place }, asker),
      ])
      const [found] = readings
      const checkedAt = latestCheck(comparison.keywords)
      const { state, isFree } = found
        ? besideOwnPages(mergedState([...readings, ...(own.reading ? [own.reading] : [])]), checkedAt)
        : onlyOwnPages(checkedAt, own.reading)
      const rows = plannerRows({
        comparison,
        place,
        pages,
        authorities: await authorityOf(domainsOn(pages.values())),
        figures: own.figures,
        ideas: found ? ideasIn(found) : null,
        seed: q ?? null,
        identityOf: phraseIdentity,
        names: namesOf([site.domain, ...comparison.competitors.map(({ domain }) => domain)]),
      })
      const hint = ideas ? null : ownPagesHint(comparison.keywords.length)
      const list = askedList('planner', { q, ...place })
      const answer = pageOf(list, paging, isFree ? [] : rows, { ...state, hint }, (part) => part.map(toRow))
      return freeIf(isFree, answer)
    },
  } satisfies Partial<ServiceHandlers<'research'>>
}

function toRow(row: PlannerRow) {
  const { cluster, tracked, keywordId, position, opportunity, lowBid, highBid } = row
  const bids = { lowTopOfPageBid: lowBid, highTopOfPageBid: highBid }
  return { ...figuresRow(row, row.updatedAt), cluster, tracked, keywordId, position, opportunity, ...bids }
}
