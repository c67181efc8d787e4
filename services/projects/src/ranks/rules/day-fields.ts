import { invalidField } from '@rts/shared/errors'

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
