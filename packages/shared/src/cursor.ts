import { hash } from 'node:crypto'
import { type AppError, invalidField } from './errors.ts'

/** The id of the last row, or a time from it. Nothing else, because anybody can read a cursor. */
const place = '[\\w-]{1,64}'

/** `list` separates the cursors of different lists. */
export function encodeCursor(list: string, after: string): string {
  return Buffer.from(`${list}:${after}`).toString('base64url')
}

/** The name of a list that depends on what was asked, where its pages are not those of a row, whose cursors are bound to their question. */
export function askedList(list: string, asked: object): string {
  return `${list} ${hash('sha256', JSON.stringify(asked), 'base64url').slice(0, 12)}`
}

type Question = { name: string; params: unknown; query: unknown }

/** A call without its page. An order of ids may change while it is paged through. */
function questionOf({ name, params, query }: Question): string {
  const { cursor: _cursor, limit: _limit, ids, ...asked } = Object(query)
  return hash('sha256', JSON.stringify([name, params, asked, ids !== undefined]), 'base64url').slice(0, 12)
}

/** Bound to its question: in another list it would skip and repeat rows. */
export function boundCursor(cursor: string, question: Question): string {
  return `${cursor}.${questionOf(question)}`
}

/** Throws `invalid_input` for a cursor of another question. */
export function unboundCursor(cursor: string, question: Question): string {
  const end = `.${questionOf(question)}`
  if (!cursor.endsWith(end)) throw noSuchCursor()
  return cursor.slice(0, -end.length)
}

/** Null without a cursor. Throws `invalid_input` for one of another list. */
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

export function noSuchCursor(): AppError {
  return invalidField('cursor', 'is not a cursor of this list: send it with the parameters of the page before', 'query')
}
