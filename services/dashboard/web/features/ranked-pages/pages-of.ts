import { type Rank, rankOrder } from '../ranks/exports.ts'

/** A page of the site with the keywords that it ranks for now, the best first. */
export type RankedPage = { url: string; keywords: readonly Rank[]; best: number; top3: number; top10: number }

export function byPage(ranks: readonly Rank[]): RankedPage[] {
  const found = ranks.filter(({ url, position }) => url !== null && position !== null && position > 0)
  return [...Map.groupBy(found, ({ url }) => url ?? '')].map(([url, keywords]) => {
    const ordered = keywords.toSorted((one, other) => Number(rankOrder(one)) - Number(rankOrder(other)))
    const within = (depth: number) => ordered.filter(({ position }) => Number(position) <= depth).length
    return { url, keywords: ordered, best: Number(ordered[0]?.position), top3: within(3), top10: within(10) }
  })
}
