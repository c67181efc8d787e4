import { z } from 'zod'
import { type Figures, noFigures } from '../rules/figures.ts'
import { count, intentWord, money, numberWithin, trendOf } from './figure-fields.ts'

const months = z
  .array(
    z
      .looseObject({ year: z.int(), month: z.int().min(1).max(12), search_volume: count })
      .transform(({ year, month, search_volume: volume }) => ({ year, month, volume })),
  )
  .nullish()
  .catch(null)
  .transform((list) => trendOf(list ?? []))
const info = z.looseObject({
  search_volume: count,
  cpc: money,
  competition: numberWithin(0, 1),
  low_top_of_page_bid: money,
  high_top_of_page_bid: money,
  monthly_searches: months,
})
const emptyInfo = info.parse({})

/** The longest trackable phrase (200 characters of two units); bounds later work. */
const phrase = z.string().trim().min(1).max(400)

/** Labs' figures. Difficulty is in the properties, not in `keyword_info`. */
export const keywordData = z
  .looseObject({
    keyword: phrase,
    keyword_info: info.nullish(),
    keyword_properties: z.looseObject({ keyword_difficulty: numberWithin(0, 100) }).nullish(),
    search_intent_info: z.looseObject({ main_intent: intentWord }).nullish(),
  })
  .transform((data): { phrase: string } & Figures => {
    const given = data.keyword_info ?? emptyInfo
    return {
      ...noFigures,
      phrase: data.keyword,
      volume: given.search_volume,
      difficulty: data.keyword_properties?.keyword_difficulty ?? null,
      cpc: given.cpc,
      competition: given.competition,
      intent: data.search_intent_info?.main_intent ?? null,
      lowBid: given.low_top_of_page_bid,
      highBid: given.high_top_of_page_bid,
      trend: given.monthly_searches,
    }
  })

/** `rank_group` counts organic results only. */
export const rankedItem = z.looseObject({
  keyword_data: keywordData,
  ranked_serp_element: z.looseObject({
    is_lost: z.boolean().nullish(),
    serp_item: z.looseObject({ type: z.string(), rank_group: z.int().min(1), url: z.string().nullish() }),
  }),
})

/** Keywords Data: competition is a word, its index 0 to 100; `spell`: the phrase as understood. */
export const volumeRow = z
  .looseObject({
    keyword: phrase,
    spell: z.string().nullish(),
    search_volume: count,
    cpc: money,
    competition_index: numberWithin(0, 100),
    low_top_of_page_bid: money,
    high_top_of_page_bid: money,
    monthly_searches: months,
  })
  .transform(({ keyword, spell, ...row }) => ({
    names: spell ? [keyword, spell] : [keyword],
    figures: {
      ...noFigures,
      volume: row.search_volume,
      cpc: row.cpc,
      competition: row.competition_index === null ? null : row.competition_index / 100,
      lowBid: row.low_top_of_page_bid,
      highBid: row.high_top_of_page_bid,
      trend: row.monthly_searches,
    } satisfies Figures,
  }))

/** Null: no list, or no readable item. Single unreadable items are skipped. */
export function itemsOf<T>(result: unknown, item: z.ZodType<T>): { items: T[]; total: number; read: number } | null {
  const parsed = z
    .tuple([z.looseObject({ items: z.array(z.unknown()).nullish(), total_count: z.int().nullish() })], z.unknown())
    .or(z.tuple([]))
    .safeParse(result ?? [])
  if (!parsed.success) return null
  const [first] = parsed.data
  const raw = first?.items ?? []
  const items = raw.flatMap((each): T[] => {
    const read = item.safeParse(each)
    return read.success ? [read.data] : []
  })
  // All unreadable means another format, not "no items".
  if (raw.length > 0 && items.length === 0) return null
  return { items, total: first?.total_count ?? raw.length, read: raw.length }
}
