import type { Device } from '@rts/shared/contract/locale'
import { invalidField } from '@rts/shared/errors'
import { faults } from '@rts/shared/texts/faults'

/** A keyword of the export. `rank` is its rank at `at`; null if it was not found or never checked. */
export type SerpbearRow = {
  phrase: string
  country: string
  device: Device
  location: string | null
  rank: { position: number; url: string | null; at: Date } | null
}
export type SerpbearRules = {
  /** The tracked phrase of a text; null if the text is not valid. */
  phraseOf(text: string): string | null
  /** The country code of an English name; null if the name is unknown. */
  countryOf(name: string): string | null
  /** The place of a city, beside which its state may stand; null if the country has none. */
  placeOf(area: string, country: string): string | null
  now: Date
}
export type BadLine = { line: number; reason: string }
type Fields = { phrase: string; position: string; url: string; country: string; area: string }

const header = 'ID,Keyword,Position,URL,Country,City,Device,Updated,Added,Tags'
/** The number of columns between country and device. */
const areaColumns = new Map([
  [header, 1],
  [header.replace('City', 'State,City'), 2],
])
/** The most fields before the device. Every way to read a line is tried, so their number bounds the cost. */
const maxFields = 30
/** More than twice the keywords of the largest plan. */
const maxLines = 25_000
const longestLine = 4_000
const linesAStep = 100
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/

export function plainHeader(line: string): string {
  const names = line.split(',').map((name) => name.trim())
  return names.join(',')
}

/** The rows of a SerpBear export and its bad lines, in steps; the header is line 1. Throws `invalid_input` for any other text. */
export function* readSerpbear(
  text: string,
  rules: SerpbearRules,
): Generator<void, { rows: (SerpbearRow & { line: number })[]; bad: BadLine[] }> {
  const [first = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const columns = areaColumns.get(plainHeader(first))
  if (columns === undefined) {
    throw invalidField('text', faults.notSerpBear({ header }))
  }
  if (lines.length > maxLines) throw invalidField('text', faults.tooManyLines({ max: maxLines }))
  const rows: (SerpbearRow & { line: number })[] = []
  const bad: BadLine[] = []
  for (const [i, content] of lines.entries()) {
    if (i % linesAStep === linesAStep - 1) yield
    if (content.trim() === '') continue
    const row = readLine(content, rules, columns)
    if ('reason' in row) bad.push({ line: i + 2, reason: row.reason })
    else rows.push({ line: i + 2, ...row })
  }
  if (rows.length + bad.length === 0) throw invalidField('text', faults.noRows)
  return { rows, bad }
}

/** The row of a line with `columns` columns for the area, or why the line is bad. */
export function readLine(line: string, rules: SerpbearRules, columns = 1): SerpbearRow | { reason: string } {
  if (line.length > longestLine) return { reason: `has more than ${longestLine} characters` }
  const parts = line.split(',')
  const end = endOf(parts)
  if (end === null) return { reason: 'has no device followed by two times' }
  const device = (parts[end] ?? '').trim().toLowerCase()
  if (!isDevice(device)) return { reason: `is for the unknown device ${device.slice(0, 20)}` }
  if (end > maxFields) return { reason: 'has too many commas for a keyword, an address and a city' }
  const splits = splitsOf(parts.slice(1, end), rules, columns)
  const [fields] = splits
  if (!fields) return { reason: 'has no position, address and known country where they are expected' }
  if (splits.length > 1) return { reason: 'can be read in more than one way' }
  const phrase = rules.phraseOf(fields.phrase)
  if (phrase === null) return { reason: 'its keyword is not a text of 1 to 200 characters' }
  const country = rules.countryOf(fields.country) ?? ''
  const at = instantOf(parts[end + 1] ?? '')
  const position = Number(fields.position) || 0
  const location = fields.area === '' ? null : rules.placeOf(fields.area, country)
  if (fields.area !== '' && location === null) return { reason: 'its city is no known place of the country' }
  const keyword = { phrase, country, device, location }
  if (position === 0) return { ...keyword, rank: null }
  if (at === null || at > rules.now) return { reason: 'its update time is missing or in the future' }
  return { ...keyword, rank: { position, url: fields.url === '-' ? null : fields.url, at } }
}

const isDevice = (name: string): name is Device => name === 'desktop' || name === 'mobile'

/** The index of the device: the part before two times. Values are not quoted, so both tags and keywords may have commas. */
function endOf(parts: readonly string[]): number | null {
  const isTime = (at: number) => instantOf(parts[at] ?? '') !== null
  const places = parts.flatMap((part, i) => (/^\s*[a-z]+\s*$/i.test(part) && isTime(i + 1) && isTime(i + 2) ? [i] : []))
  return places[0] ?? null
}

/** An instant without a zone is UTC. */
function instantOf(text: string): Date | null {
  const [whole, , , zone] = time.exec(text.trim()) ?? []
  const at = new Date(zone || whole === undefined ? (whole ?? '') : `${whole}Z`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** The ways to divide keyword, position, URL, country and area at the commas. It stops at two: the line is then ambiguous. */
function splitsOf(parts: readonly string[], rules: SerpbearRules, columns: number): Fields[] {
  const countryEnds = countryEndsOf(parts, rules, columns)
  const splits: Fields[] = []
  for (let at = 1; at < parts.length; at++) {
    const position = (parts[at] ?? '').trim()
    if (!/^(-|\d{1,6})$/.test(position)) continue
    const last = lastOfAddress(parts, at + 1)
    for (let start = at + 2; start <= last + 1; start++) {
      const end = countryEnds[start]
      if (end === undefined) continue
      splits.push(fieldsOf(parts, { at, start, end }))
      if (splits.length === 2) return splits
    }
  }
  return splits
}

/** Cuts a line at its position, and at the start and end of its country. */
function fieldsOf(parts: readonly string[], { at, start, end }: { at: number; start: number; end: number }): Fields {
  const text = (from: number, to?: number) => parts.slice(from, to).join(',').trim()
  const area = parts.slice(end).map((part) => part.trim())
  return {
    phrase: text(0, at),
    position: text(at, at + 1),
    url: text(at + 1, start),
    country: text(start, end),
    area: area.filter((part) => part !== '-' && part !== '').join(', '),
  }
}

/** For each part that starts a country's name, the part after the name. A name may have two commas; the area comes after it. */
function countryEndsOf(
  parts: readonly string[],
  { countryOf }: SerpbearRules,
  columns: number,
): (number | undefined)[] {
  return parts.map((_, start) => {
    const last = Math.min(parts.length - columns, start + 3)
    for (let end = start + 1; end <= last && /\p{L}/u.test(parts[end - 1] ?? ''); end++) {
      if (countryOf(parts.slice(start, end).join(',').trim()) !== null) return end
    }
    return undefined
  })
}

/** The last part that an address from part `first` can include; -1 if none starts there. It may have commas, no white space. */
function lastOfAddress(parts: readonly string[], first: number): number {
  const part = (parts[first] ?? '').trimStart()
  if (part.trimEnd() === '-') return first
  if (!/^https?:\/\//i.test(part)) return -1
  if (/\s/.test(part)) return /^\S+\s+$/.test(part) ? first : -1
  let last = first
  while (last + 1 < parts.length && /^\S*\s*$/.test(parts[last + 1] ?? '')) {
    last++
    if (/\s$/.test(parts[last] ?? '')) break
  }
  return last
}
