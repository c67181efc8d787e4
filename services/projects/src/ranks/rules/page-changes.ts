import type { PageChangeRow } from '@rts/shared/contract/rows/results-page'

/** A result of a page; `url` is null where only hosts are kept. */
export type PlacedResult = { position: number; host: string; url: string | null }
type ComparedPage = { depth: number; results: readonly PlacedResult[] }
export type PageChange = Omit<PageChangeRow, 'owner'>
type Pair = { was: PlacedResult | null; is: PlacedResult | null }

/**
 * Compares a page with a later one of the same phrase: first who came and who went, then who moved and who stayed, each by
 * position. The same address is the same result; of what is left, the same host with another address is. A result below the depth
 * of the other page says nothing and is left out.
 */
export function pageChanges(before: ComparedPage, after: ComparedPage): PageChange[] {
  const earlier = [...before.results]
  const byUrl = matched(after.results, earlier, ({ url }) => url)
  const byHost = matched(unmatched(byUrl), earlier, ({ host }) => host)
  const pairs = [
    ...byUrl.filter(({ was }) => was !== null),
    ...byHost,
    ...earlier.map((was): Pair => ({ was, is: null })),
  ]
  return pairs
    .filter(({ was, is }) => isTold(was, after.depth, is) && isTold(is, before.depth, was))
    .map(changeOf)
    .sort((one, other) => orderOf(one) - orderOf(other))
}

/** Takes from `earlier` the first result with the same key as each of `results`. */
function matched(
  results: readonly PlacedResult[],
  earlier: PlacedResult[],
  keyOf: (result: PlacedResult) => string | null,
): Pair[] {
  return results.map((is) => {
    const key = keyOf(is)
    const place = key === null ? -1 : earlier.findIndex((was) => keyOf(was) === key)
    return { is, was: place < 0 ? null : (earlier.splice(place, 1)[0] ?? null) }
  })
}

function unmatched(pairs: readonly Pair[]): PlacedResult[] {
  return pairs.flatMap(({ is, was }) => (was === null && is !== null ? [is] : []))
}

/** Whether the other page was read deep enough to say that a result is not on it. */
function isTold(result: PlacedResult | null, depth: number, other: PlacedResult | null): boolean {
  return result === null || other !== null || result.position <= depth
}

function changeOf({ was, is }: Pair): PageChange {
  const { host, url } = is ?? was ?? { host: '', url: null }
  const before = was?.position ?? null
  const after = is?.position ?? null
  const urlBefore = is && was && was.url !== is.url ? was.url : null
  const change = before === null ? 'came' : after === null ? 'went' : before === after ? 'stayed' : 'moved'
  return { change, host, url, urlBefore, before, after }
}

const groups: Readonly<Record<PageChange['change'], number>> = { came: 0, went: 1, moved: 2, stayed: 3 }

function orderOf({ change, before, after }: PageChange): number {
  return groups[change] * 1_000 + (after ?? before ?? 0)
}
