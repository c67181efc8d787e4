import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'

/** The last row of the previous page. */
export type Place = { at: Date; id: string } | null
type Asked = { limit: number; cursor: string | undefined }

/** A page of a list by time; `read` answers up to `take` rows after a place. Throws `invalid_input` for another list's cursor. */
export async function pageByTime<Row extends { createdAt: Date; id: string }>(
  list: string,
  { limit, cursor }: Asked,
  read: (place: Place, take: number) => Promise<Row[]>,
): Promise<{ page: Row[]; nextCursor: string | null }> {
  const found = await read(placeOf(decodeCursor(list, cursor)), limit + 1)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const isMore = found.length > limit && last
  return { page, nextCursor: isMore ? encodeCursor(list, `${last.createdAt.getTime()}_${last.id}`) : null }
}

function placeOf(after: string | null): Place {
  if (after === null) return null
  const [, ms, id] = /^(\d{1,15})_(.+)$/.exec(after) ?? []
  if (ms === undefined || id === undefined) throw noSuchCursor()
  return { at: new Date(Number(ms)), id }
}
