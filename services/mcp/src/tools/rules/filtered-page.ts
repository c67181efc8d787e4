import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'

/** A page of a list whose rows were filtered here; its cursor is the number of rows before it. Throws `invalid_input` for any other cursor. */
export function filteredPage<T>(
  list: string,
  rows: T[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const place = decodeCursor(list, cursor) ?? '0'
  if (!/^\d{1,6}$/.test(place)) throw noSuchCursor()
  const start = Number(place)
  const end = start + limit
  const nextCursor = end < rows.length ? encodeCursor(list, String(end)) : null
  return { rows: rows.slice(start, end), total: rows.length, nextCursor }
}
