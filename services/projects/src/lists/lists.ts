import type { Slices } from '@rts/shared/contract/sliced'
import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import type { Database } from '@rts/shared/service/transaction'
import { readHorizon } from './horizon.sql.ts'

export { readHorizon }

/** The sites or keywords that were written since a time; null for all. */
export type Since = Date | null
/** Some rows of a list in order; `isLast` if no more come after them. */
export type Slice<T> = { rows: T[]; isLast: boolean }
/** `after` is the order of a row in its list, or null; `take` is the most rows wanted. */
export type SliceRequest = { after: bigint | null; take: number }
export type PagingQuery = { limit?: number | undefined; cursor?: string | undefined }
type SyncQuery = { updatedSince?: string | undefined; cursor?: string | undefined }
type ListedRow = { id: string; seq: bigint | string }
type ListRequest = SliceRequest & { /** Rows of a slice. */ slice: number }

/** The most rows of a list that is not paged. */
export const wholeList = 10_000
const ranksOfSlice = 2_000
const maxRowsOfSlice = 500

/** The paging of a query. Throws `invalid_input` for a cursor of another list or of a row that was never in this one. */
export async function sliceRequest(list: string, query: PagingQuery, placeOf: (id: string) => Promise<bigint | null>) {
  const take = query.limit ?? wholeList
  const id = decodeCursor(list, query.cursor)
  if (id === null) return { after: null, take }
  const after = await placeOf(id)
  if (after === null) throw noSuchCursor()
  return { after, take }
}

export function cursorAfter(list: string, { rows, isLast }: Slice<{ id: string }>): string | null {
  const last = rows.at(-1)
  return isLast || !last ? null : encodeCursor(list, last.id)
}

/** The number of rows before a page of a list that is ordered anew each time. Throws `invalid_input` for a cursor of another list. */
export function rowsBefore(list: string, cursor: string | undefined): number {
  const place = decodeCursor(list, cursor) ?? '0'
  if (!/^\d{1,6}$/.test(place)) throw noSuchCursor()
  return Number(place)
}

/** The cursor behind a page of such a list; null after the last row. */
export function cursorBehind(list: string, { skip, take }: { skip: number; take: number }, total: number) {
  return skip + take < total ? encodeCursor(list, String(skip + take)) : null
}

/** The rows of a slice if each has `more` ranks, of competitors or days, beside its own: some milliseconds of work for any list. */
export function rowsOfSlice(more: number): number {
  return Math.min(maxRowsOfSlice, Math.ceil(ranksOfSlice / (1 + more)))
}

/** Reads a list slice by slice, up to `take` rows; `first` is its first slice, if that was read already. */
export async function* slicesOf<T extends ListedRow, R>(
  list: string,
  { after: start, take, slice }: ListRequest,
  read: (request: SliceRequest) => Promise<Slice<T>>,
  present: (rows: T[]) => R[] | Promise<R[]>,
  first?: Slice<T>,
): Slices<R> {
  let after = start
  for (let left = take, known = first; ; left -= slice, known = undefined) {
    const part = known ?? (await read({ after, take: Math.min(left, slice) }))
    const rows = await present(part.rows)
    const last = part.rows.at(-1)
    if (part.isLast || left <= slice || !last) return { rows, nextCursor: cursorAfter(list, part) }
    yield rows
    after = BigInt(last.seq)
  }
}

/** The time since which rows are listed, and the `updatedSince` of the next call. Await it before any row is read. */
export async function changedSince(
  db: Database,
  { updatedSince, cursor }: SyncQuery,
): Promise<{ since: Since; head: { nextUpdatedSince?: string } }> {
  // Nothing here is older than 1970, and the database has no year 0.
  const since = updatedSince === undefined ? null : new Date(Math.max(0, Date.parse(updatedSince)))
  // Only the first page says it: rows before a later page may have changed in between.
  return { since, head: cursor === undefined ? { nextUpdatedSince: (await readHorizon(db)).toISOString() } : {} }
}
