import { mergedState } from '@rts/shared/collects/merged-state'
import { inSlices, Sliced } from '@rts/shared/contract/sliced'
import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'

export type PagingQuery = { limit?: number | undefined; cursor?: string | undefined }

const wholeList = 10_000

/** Pages a complete list. Cursors are positions: newly collected rows may shift them. */
export function pageOf<T, R, H extends object>(
  list: string,
  { limit = wholeList, cursor }: PagingQuery,
  all: readonly T[],
  head: H,
  present: (rows: T[]) => R[] | Promise<R[]>,
): Sliced<'rows', R, H & { total: number }> {
  const start = startOf(list, cursor)
  const end = Math.min(all.length, start + limit)
  const nextCursor = end < all.length ? encodeCursor(list, String(end)) : null
  return new Sliced('rows', { ...head, total: all.length }, inSlices(all.slice(start, end), nextCursor, present))
}

/** Says what would fill the list. */
export function emptyList(hint: string) {
  return { ...mergedState([]).state, hint, rows: [], total: 0, nextCursor: null }
}

function startOf(list: string, cursor: string | undefined): number {
  const place = decodeCursor(list, cursor)
  if (place === null) return 0
  if (!/^\d{1,9}$/.test(place)) throw noSuchCursor()
  return Number(place)
}
