import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'

/** The cursor counts the rows before the page. Throws `invalid_input` for any other. */
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
