import type { Slices } from '@rts/shared/contract/sliced'
import type { Slice, SliceRequest } from '../sites/sites.sql.ts'
import { cursorAfter } from '../sites/sites.ts'

type ListedRow = { id: string; seq: bigint | string }
type ListRequest = SliceRequest & { /** Rows of a slice. */ slice: number }

const ranksOfSlice = 2_000
const mostRowsOfSlice = 500

/** The rows of a slice if each has `more` ranks, of competitors or days, beside its own: some milliseconds of work for any list. */
export function rowsOfSlice(more: number): number {
  return Math.min(mostRowsOfSlice, Math.ceil(ranksOfSlice / (1 + more)))
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
