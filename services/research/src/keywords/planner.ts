import { askerOf } from '@rts/shared/collects/asker'
import type { Collects } from '@rts/shared/collects/collects'
import { besideOwnPages, mergedState, onlyOwnPages, stateOfRows } from '@rts/shared/collects/merged-state'
import type { Call } from '@rts/shared/contract/caller'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { freeIf } from '@rts/shared/contract/free'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import { namesOf } from '@rts/shared/phrases/intent'
import { latestCheck, ownPagesHint } from '@rts/shared/phrases/own-pages'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type PagingQuery, pageOf } from '../lists.ts'
import type { IdeasKind } from './collecting.ts'
import type { MetricsKind } from './collecting-metrics.ts'
import { figuresRow, ownFigures } from './figures.ts'
import { ideasIn, seedsOf } from './ideas.ts'
import { isLike, type NarrowPhrases } from './rules/narrow.ts'
import { domainsOn, type PlannerRow, plannerRows } from './rules/planner-rows.ts'

type PlannerDeps = {
  sites: Sites
  projects: ProjectReader
  collects: Collects
  authorityOf(domains: readonly string[]): Promise<ReadonlyMap<string, number>>
  ideas: IdeasKind | null
  metrics: MetricsKind | null
}

type PlannerQuery = PagingQuery &
  NarrowPhrases & {
    q?: string | undefined
    country?: string | undefined
    language?: string | undefined
    tracked?: boolean | undefined
  }

/** Ideas, tracked phrases and questions of a site, most worthwhile first. */
export function plannerHandlers({ sites, projects, collects, ideas, metrics, authorityOf }: PlannerDeps) {
  async function plannedOf(
    siteId: string,
    { q, country, language, limit, cursor, ...narrow }: PlannerQuery,
    call: Call,
  ) {
    const site = await siteOf(sites, call, siteId)
    const place = { country: country ?? site.country, language: language ?? site.language }
    const [comparison, pages] = await Promise.all([
      projects.comparison(site.accountId, site.id),
      projects.pages(site.accountId, site.id),
    ])
    const asker = askerOf(call, site)
    const phrases = q === undefined ? seedsOf(comparison, place, site.domain) : [q]
    const [readings, own] = await Promise.all([
      ideas ? collects.read(ideas, [{ phrases, ...place }], asker) : [],
      ownFigures(collects, metrics, { siteId: site.id, ...place }, asker),
    ])
    const [found] = readings
    const checkedAt = latestCheck(comparison.keywords)
    const merged = found
      ? besideOwnPages(mergedState([...readings, ...(own.reading ? [own.reading] : [])]), checkedAt)
      : onlyOwnPages(checkedAt, own.reading, asker)
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
    const { state, isFree } = stateOfRows(merged, rows.length > 0)
    const hint = ideas ? null : ownPagesHint(comparison.keywords.length)
    const { tracked, ...like } = narrow
    const shown = rows.filter((row) => isLike(row, like) && (tracked === undefined || row.tracked === tracked))
    const paging = { limit, cursor }
    const answer = pageOf('planner', paging, isFree ? [] : shown, { ...state, hint }, (part) => part.map(toRow))
    return freeIf(isFree, answer)
  }

  return {
    'planner.list': ({ params, query, ...call }) => plannedOf(params.id, query, call),
  } satisfies Partial<ServiceHandlers<'research'>>
}

function toRow(row: PlannerRow) {
  const { cluster, tracked, keywordId, position, opportunity, lowBid, highBid } = row
  const bids = { lowTopOfPageBid: lowBid, highTopOfPageBid: highBid }
  return { ...figuresRow(row, row.updatedAt), cluster, tracked, keywordId, position, opportunity, ...bids }
}
