import { invalidField } from '@rts/shared/errors'

/** A page of rows filtered here; its cursor is the number of rows before it. Throws `invalid_input` for any other cursor. */
export function filteredPage<T>(rows: T[], { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  if (cursor !== undefined && !/^after-\d{1,6}$/.test(cursor))
    throw invalidField('cursor', 'is not a cursor of this list')
  const start = cursor === undefined ? 0 : Number(cursor.slice('after-'.length))
  const end = start + limit
  return { rows: rows.slice(start, end), total: rows.length, nextCursor: end < rows.length ? `after-${end}` : null }
}
