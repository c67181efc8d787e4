import type { CompetingPagesRow } from '@rts/shared/contract/rows/results-page'

/** A check in which another address of the site ranked than before. Null where none did. */
export type PageChange = {
  keywordId: string
  keyword: string
  at: Date
  position: number
  url: string | null
  beforeAt: Date
  beforePosition: number
  beforeUrl: string | null
}
type Ranked = { at: Date; position: number; url: string }

/** Phrases for which an address came back after another had its place, the latest first. `turns` are in the order of time. */
export function competingPages(turns: readonly PageChange[]): CompetingPagesRow[] {
  return [...Map.groupBy(turns, ({ keywordId }) => keywordId).values()]
    .flatMap((own) => {
      const row = rowOf(own)
      return row ? [row] : []
    })
    .sort((one, other) => other.lastAt.localeCompare(one.lastAt))
}

function rowOf(turns: readonly PageChange[]): CompetingPagesRow | null {
  const [oldest] = turns
  const ranked = inTurn(turns)
  const byUrl = Map.groupBy(ranked, ({ url }) => url)
  const second = ranked[1]
  const last = ranked.at(-1)
  if (!oldest || !second || !last || ranked.length === byUrl.size) return null
  const { keywordId, keyword } = oldest
  const since = second.at.toISOString()
  const addresses = [...byUrl].map(([url, times]) => addressOf(url, times))
  addresses.sort((one, other) => other.lastAt.localeCompare(one.lastAt))
  return { keywordId, keyword, since, lastAt: last.at.toISOString(), turns: ranked.length - 1, addresses }
}

/** The addresses that ranked, the oldest first, each once until another one ranked. Where none was found nothing took its place. */
function inTurn(turns: readonly PageChange[]): Ranked[] {
  const ranked: Ranked[] = []
  const add = (at: Date, position: number, url: string | null) => {
    if (url !== null && url !== ranked.at(-1)?.url) ranked.push({ at, position, url })
  }
  for (const { at, position, url, beforeAt, beforePosition, beforeUrl } of turns) {
    add(beforeAt, beforePosition, beforeUrl)
    add(at, position, url)
  }
  return ranked
}

function addressOf(url: string, times: readonly Ranked[]): CompetingPagesRow['addresses'][number] {
  const position = Math.min(...times.map((each) => each.position))
  return { url, position, lastAt: times.at(-1)?.at.toISOString() ?? '', times: times.length }
}
