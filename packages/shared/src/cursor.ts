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

/** The error for a cursor that is forged, or of another list. */
export function noSuchCursor(): AppError {
  return invalidField('cursor', 'is not a cursor of this list', 'query')
}
