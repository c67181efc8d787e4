import { type AppError, invalidField } from './errors.ts'

/** What a list goes on after: an id of its last row, or a time that stands in it. Nothing else, for anybody can read it. */
const place = '[\\w-]{1,64}'

/** A place in one list, as an opaque text. `list` keeps cursors of different lists apart. */
export function encodeCursor(list: string, after: string): string {
  return Buffer.from(`${list}:${after}`).toString('base64url')
}

/** The place that a cursor stands for; null without one. Throws `invalid_input` for one that is not of this list. */
export function decodeCursor(list: string, cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const [, name, after] = new RegExp(`^(.+):(${place})$`, 's').exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (name !== list || after === undefined || encodeCursor(list, after) !== cursor) throw noSuchCursor()
  return after
}

/** What a cursor that was made up, or is of another list, is answered. */
export function noSuchCursor(): AppError {
  return invalidField('cursor', 'is not a cursor of this list', 'query')
}
