import type { Answer } from '@rts/outside/capability'
import { dataForSeo } from '@rts/outside/dataforseo/request'
import { type Failure, failed } from '@rts/shared/failure'
import { realUrl } from '@rts/shared/real-url'
import { z } from 'zod'
import type { RankedRow } from '../rules/figures.ts'
import type { Overview } from '../rules/traffic-rows.ts'
import { askAt, dataForSeoOrigin } from './dataforseo-call.ts'
import { itemsOf, keywordData, rankedItem } from './dataforseo-rows.ts'
import type { AdapterDeps, IdeasSource, OverviewSource, Ranked, RankedQuery, RankedSource } from './keyword-data.ts'

const labs = 'dataforseo_labs/google'
const pageRows = 1_000
const maxSeeds = 200
/** Whether Labs decodes `%xx` and `+` is undocumented: such seeds are skipped. */
const isPlain = (phrase: string) => !/[%+]/.test(phrase)

/** Ideas around seeds, most relevant first. */
export function createLabsIdeas(deps: AdapterDeps): IdeasSource {
  const { config } = deps
  const origin = dataForSeoOrigin(deps)
  return {
    source: dataForSeo,
    priceUsd: ({ limit }) => config.LABS_TASK_USD + limit * config.LABS_ROW_USD,
    ask({ phrases, limit, ...place }, signal) {
      const keywords = phrases.filter(isPlain).slice(0, maxSeeds)
      if (keywords.length === 0) return Promise.resolve(failed(dataForSeo, 'unsupported', { asked: false }))
      return askAt(deps, place, {
        path: `${labs}/keyword_ideas`,
        task: { keywords, limit },
        signal,
        read: (result) => itemsOf(result, keywordData)?.items.map((row) => ({ ...row, ...origin })) ?? null,
      })
    },
  }
}

/** A site's phrases, a thousand per call. If a later page fails, the result is partial. */
export function createLabsRanked(deps: AdapterDeps): RankedSource {
  const { config, clock } = deps
  const origin = dataForSeoOrigin(deps)

  function page(query: RankedQuery, offset: number, signal?: AbortSignal) {
    const { domain: target, limit, ...place } = query
    const size = Math.min(pageRows, limit - offset)
    const order = { item_types: ['organic'], order_by: ['keyword_data.keyword_info.search_volume,desc'] }
    const task = { target, limit: size, offset, ...order }
    const read = (result: unknown) => itemsOf(result, rankedItem)
    return askAt(deps, place, { path: `${labs}/ranked_keywords`, task, signal, read })
  }

  return {
    source: dataForSeo,
    priceUsd: ({ limit }) => Math.ceil(limit / pageRows) * config.LABS_TASK_USD + limit * config.LABS_ROW_USD,
    async ask(query, signal): Promise<Answer<Ranked> | Failure> {
      const rows: RankedRow[] = []
      let costUsd = 0
      for (let offset = 0; offset < query.limit; offset += pageRows) {
        const part = await page(query, offset, signal)
        if (!part.ok && offset === 0) return part
        if (!part.ok) return answered(rows, false, costUsd + part.costUsd)
        costUsd += part.costUsd ?? 0
        const { items, read, total } = part.value
        rows.push(...items.flatMap((item) => rankedRow(item, origin)))
        if (read < pageRows || offset + pageRows >= total) break
      }
      return answered(rows, true, costUsd)
    },
  }

  function answered(rows: RankedRow[], isWhole: boolean, costUsd: number): Answer<Ranked> {
    return { ok: true, ...origin, fetchedAt: clock.now(), costUsd, value: { rows, isWhole } }
  }
}

function rankedRow(item: z.output<typeof rankedItem>, origin: { source: string; sandbox: boolean }): RankedRow[] {
  const { is_lost, serp_item } = item.ranked_serp_element
  if (is_lost || serp_item.type !== 'organic') return []
  const url = serp_item.url ? realUrl(serp_item.url) : null
  return [{ ...item.keyword_data, ...origin, position: serp_item.rank_group, url }]
}

const places = z.int().nonnegative().default(0)
const organic = z.looseObject({
  pos_1: places,
  pos_2_3: places,
  pos_4_10: places,
  pos_11_20: places,
  count: places,
  etv: z.number().nonnegative().nullish(),
  estimated_paid_traffic_cost: z.number().nonnegative().nullish(),
})
/** Metrics are in the first item, not in the result. */
const overviewItem = z.looseObject({ metrics: z.looseObject({ organic: organic.nullish() }).nullish() })

/** A site that ranks nowhere has no items: all zeros. */
export function createLabsOverview(deps: AdapterDeps): OverviewSource {
  const { config } = deps
  return {
    source: dataForSeo,
    priceUsd: () => config.LABS_TASK_USD + config.LABS_ROW_USD,
    ask({ domain: target, ...place }, signal) {
      const path = `${labs}/domain_rank_overview`
      return askAt(deps, place, { path, task: { target }, signal, read: readOverview })
    },
  }
}

function readOverview(result: unknown): Overview | null {
  const list = itemsOf(result, overviewItem)
  if (!list) return null
  const ranks = list.items[0]?.metrics?.organic ?? organic.parse({ etv: 0, estimated_paid_traffic_cost: 0 })
  const top3 = ranks.pos_1 + ranks.pos_2_3
  const top10 = ranks.pos_1 + ranks.pos_2_3 + ranks.pos_4_10
  return {
    traffic: ranks.etv ?? null,
    value: ranks.estimated_paid_traffic_cost ?? null,
    keywords: ranks.count,
    positions: { top3, top10, top20: top10 + ranks.pos_11_20, top100: ranks.count },
  }
}
