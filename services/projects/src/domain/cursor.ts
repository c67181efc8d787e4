import { invalidField } from '@rts/shared/errors'

/** A place in one list, as an opaque text. `list` keeps cursors of different lists apart. */
export function encodeCursor(list: string, place: number): string {
  return Buffer.from(`${list}:${place}`).toString('base64url')
}

/** The place that a cursor stands for; null without one. Throws `invalid_input` for one that is not of this list. */
export function decodeCursor(list: string, cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  const [, name, place] = /^(.+):(\d{1,15})$/s.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const isOwn = name === list && encodeCursor(list, Number(place)) === cursor
  if (!isOwn) throw invalidField('cursor', 'is not a cursor of this list', 'query')
  return Number(place)
}
