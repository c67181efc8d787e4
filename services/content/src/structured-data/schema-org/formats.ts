/** Formats of data types; each test is linear in the text. */

const date = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/
const clock = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/i
const duration =
  /^-?P(?=\d|T\d)(\d+([.,]\d+)?Y)?(\d+([.,]\d+)?M)?(\d+([.,]\d+)?W)?(\d+([.,]\d+)?D)?(T(?=\d)(\d+([.,]\d+)?H)?(\d+([.,]\d+)?M)?(\d+([.,]\d+)?S)?)?$/
const number = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** Day, month or year (ISO 8601), optional time. */
export function isDate(text: string): boolean {
  const [day = '', time, ...more] = text.split(/[T ]/)
  const parts = date.exec(day)
  if (!parts || more.length > 0) return false
  if (time !== undefined) return parts[3] !== undefined && isDayOf(parts) && clock.test(time)
  return isDayOf(parts)
}

function isDayOf([, year, month = '01', day = '01']: RegExpExecArray | string[]): boolean {
  const moment = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.getUTCDate() === Number(day)
}

export function isTime(text: string): boolean {
  return clock.test(text)
}

export function isDuration(text: string): boolean {
  return duration.test(text)
}

export function isNumber(text: string): boolean {
  return number.test(text)
}

export function isInteger(text: string): boolean {
  return /^[+-]?\d+$/.test(text)
}

export function isBoolean(text: string): boolean {
  return /^(true|false)$/i.test(text) || text === 'True' || text === 'False'
}

const currencies = new Set(Intl.supportedValuesOf('currency'))
export function isCurrency(text: string): boolean {
  return currencies.has(text)
}

/** `relative`: needs a page's address. */
export function urlKind(text: string): 'absolute' | 'relative' | 'invalid' {
  if (/[\s<>"]/.test(text)) return 'invalid'
  if (URL.canParse(text)) return 'absolute'
  return /^[a-z][a-z0-9+.-]*:/i.test(text) || !URL.canParse(text, 'https://example.com/') ? 'invalid' : 'relative'
}

export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const digits = [...text].reverse().map(Number)
  return digits.reduce((sum, digit, i) => sum + digit * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0
}

export function shown(name: string): string {
  return JSON.stringify(name.slice(0, 100))
}
