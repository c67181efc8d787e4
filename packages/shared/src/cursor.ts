import { hash } from 'node:crypto'
import { type AppError, invalidField } from './errors.ts'

/** The id of the last row, or a time from it. Nothing else, because anybody can read a cursor. */
const place = '[\\w-]{1,64}'

/** A position in one list, as an opaque text. `list` separates the cursors of different lists. */
export function encodeCursor(list: string, after: string): string {
  return Buffer.from(`${list}:${after}`).toString('base64url')
}

/** The name of a list that depends on what was asked: a cursor that counts rows would skip and repeat some in another one. */
export function askedList(list: string, asked: object): string {
  return `${list} ${hash('sha256', JSON.stringify(asked), 'base64url').slice(0, 12)}`
}

/** The position of a cursor; null without one. Throws `invalid_input` for a cursor of another list. */
export function decodeCursor(list: string, cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const [, name, after] = new RegExp(`^(.+):(${place})$`, 's').exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (name !== list || after === undefined || encodeCursor(list, after) !== cursor) throw noSuchCursor()
  return after
}

/** The number in a cursor of a list that is ordered by one; null without a cursor. */
export function decodeNumber(list: string, cursor: string | undefined): string | null {
  const after = decodeCursor(list, cursor)
  if (after !== null && !/^\d{1,18}$/.test(after)) throw noSuchCursor()
  return after
}

/** The page of rows of which one more than `take` were read. A cursor names the page's last row. */
export function cutPage<R>(list: string, read: readonly R[], take: number, nameOf: (row: R) => string) {
  const page = read.slice(0, take)
  const last = page.at(-1)
  return { page, nextCursor: read.length > take && last ? encodeCursor(list, nameOf(last)) : null }
}

/** The error for a cursor that is forged, or of another list. */
export function noSuchCursor(): AppError {
  return invalidField('cursor', 'is not a cursor of this list', 'query')
}
