import { invalidField } from '@rts/shared/errors'

type OfDay = { keywordId: string; day: string }
export type DayPosition = OfDay & { position: number }

export const maxPositions = 100_000

/** The positions of each keyword, one a day: 0 where it was looked for and not found, null without a check. */
export function dayColumns(keywordIds: readonly string[], days: readonly string[], positions: readonly DayPosition[]) {
  return columnsOf(keywordIds, days, positions, ({ position }) => position)
}

/** A value of each keyword's checks, one a day; null without a check. */
export function columnsOf<C extends OfDay, V>(
  keywordIds: readonly string[],
  days: readonly string[],
  checks: readonly C[],
  value: (check: C) => V | null,
): (V | null)[][] {
  const placeOf = new Map(days.map((day, i) => [day, i]))
  const columns = new Map(keywordIds.map((id) => [id, Array<V | null>(days.length).fill(null)]))
  for (const check of checks) {
    const place = placeOf.get(check.day)
    const column = columns.get(check.keywordId)
    if (column && place !== undefined) column[place] = value(check)
  }
  return keywordIds.map((id) => columns.get(id) ?? [])
}

/** Refuses a page of so many days and keywords that is too long. Throws `invalid_input`. */
export function requirePageOfDays(days: number, keywords: number): void {
  if (days * keywords <= maxPositions) return
  const number = (n: number) => n.toLocaleString('en')
  const asked = `${number(days)} days of ${number(keywords)} keywords are ${number(days * keywords)} positions`
  const ways = `ask for limit=${Math.min(1_000, Math.floor(maxPositions / days))} and follow nextCursor, or for at most ${Math.floor(maxPositions / keywords)} days`
  throw invalidField(
    'days',
    `must be fewer: ${asked}, and a page has at most ${number(maxPositions)}: ${ways}`,
    'query',
    'too_many',
  )
}

/** The other values of a check, and the column of each beside the positions of a keyword. */
export const dayFields = { url: 'urls', checkedAt: 'checkedAts', depth: 'depths' } as const
export type DayField = keyof typeof dayFields

/** The fields of days that a query names. Throws `invalid_input` for fields of no days, or one that is named twice. */
export function dayFieldsOf(fields: string | undefined, days: number | undefined): DayField[] {
  if (fields === undefined) return []
  if (days === undefined) throw invalidField('fields', 'needs days: it is of each day', 'query')
  const named = fields.split(',')
  if (new Set(named).size < named.length) throw invalidField('fields', 'names one twice', 'query')
  return named.filter(isDayField)
}

function isDayField(name: string): name is DayField {
  return Object.hasOwn(dayFields, name)
}
