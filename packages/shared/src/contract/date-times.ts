import { z } from 'zod'

const rfc3339 =
  /^(\d{4}-\d\d-\d\d)[Tt]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d|60)(\.\d{1,30})?)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const ofUtc = '0000-01-01T00:00:00.000Z'.length

/** RFC 3339 in UTC, to the millisecond; null for any other text. */
function utcMoment(text: string): string | null {
  const [, day, minute, second = '00', fraction = '', zone] = rfc3339.exec(text) ?? []
  if (!zone || !z.iso.date().safeParse(day).success) return null
  const isLeap = second === '60'
  const time = Date.parse(`${day}T${minute}:${isLeap ? '59' : second}${fraction}${zone.toUpperCase()}`)
  const utc = new Date(time + (isLeap ? 1_000 : 0)).toISOString()
  // A leap second ends a month. Years beyond 0 to 9999 have a sign.
  return utc.length === ofUtc && (!isLeap || utc.includes('-01T00:00:00')) ? utc : null
}

/** For refusals. An unescaped plus arrives as a blank. */
export const aDateTime = 'a date-time of RFC 3339 such as 2026-03-01T06:00:00Z; in an address, + is %2B'

/** With any offset; read in UTC. */
export const dateTime = z
  .string()
  .meta({ format: 'date-time' })
  .transform((text, context) => {
    const utc = utcMoment(text)
    if (utc !== null) return utc
    context.addIssue(`must be ${aDateTime}`)
    return z.NEVER
  })
