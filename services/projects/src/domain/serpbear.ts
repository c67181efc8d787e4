import { invalidField } from '@rts/shared/errors'

/** A keyword of the export. `rank` is what it found at `at`; null where it found nothing or has not looked. */
export type SerpbearRow = {
  phrase: string
  country: string
  rank: { position: number; url: string | null; at: Date } | null
}
export type SerpbearRules = {
  /** The tracked phrase that a text makes, or null. */
  phraseOf(text: string): string | null
  /** The code of a country's English name, or null. */
  countryOf(name: string): string | null
  now: Date
}
export type BadLine = { line: number; reason: string }
type Fields = { phrase: string; position: string; url: string; country: string; area: string }

const header = 'ID,Keyword,Position,URL,Country,City,Device,Updated,Added,Tags'
/** How many columns stand between country and device. */
const areaColumns = new Map([
  [header, 1],
  [header.replace('City', 'State,City'), 2],
])
/** Before the device. Every way to read a line is tried, which takes the cube of its fields. */
const maxFields = 100
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/

/**
 * The rows of a keyword export of SerpBear, and the lines that cannot be taken; the header is line 1.
 * Throws `invalid_input` for a text that is no such export.
 */
export function readSerpbear(
  text: string,
  rules: SerpbearRules,
): { rows: (SerpbearRow & { line: number })[]; bad: BadLine[] } {
  const [first = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const columns = areaColumns.get(first.replace(/\s*,\s*/g, ',').trim())
  if (columns === undefined) {
    throw invalidField('text', `does not begin with the header of a SerpBear export (${header})`)
  }
  const rows: (SerpbearRow & { line: number })[] = []
  const bad: BadLine[] = []
  for (const [i, content] of lines.entries()) {
    if (content.trim() === '') continue
    const row = readLine(content, rules, columns)
    if ('reason' in row) bad.push({ line: i + 2, reason: row.reason })
    else rows.push({ line: i + 2, ...row })
  }
  if (rows.length + bad.length === 0) throw invalidField('text', 'has no keywords below its header')
  return { rows, bad }
}

/** One line with so many columns for the area as a row, or why it is none. */
export function readLine(line: string, rules: SerpbearRules, columns = 1): SerpbearRow | { reason: string } {
  const parts = line.split(',')
  const end = endOf(parts)
  if (end === null) return { reason: 'has no device followed by two times' }
  const device = (parts[end] ?? '').trim().toLowerCase()
  if (device !== 'desktop') return { reason: `is for the device ${device.slice(0, 20)}; desktop alone is tracked` }
  if (end > maxFields) return { reason: 'has more commas than a keyword, an address and a city can hold' }
  const splits = splitsOf(parts.slice(1, end), rules, columns)
  const [fields] = splits
  if (!fields) return { reason: 'has no position, address and known country where they are expected' }
  if (splits.length > 1) return { reason: 'can be read in more than one way' }
  const phrase = rules.phraseOf(fields.phrase)
  if (phrase === null) return { reason: 'its keyword is not a text of 1 to 200 characters' }
  const country = rules.countryOf(fields.country) ?? ''
  const at = instantOf(parts[end + 1] ?? '')
  const position = Number(fields.position) || 0
  // A city's rank is not the country's.
  if (position === 0 || fields.area !== '') return { phrase, country, rank: null }
  if (at === null || at > rules.now) return { reason: 'its time of update is none in the past' }
  return { phrase, country, rank: { position, url: fields.url === '-' ? null : fields.url, at } }
}

/** Where the device stands: the one place before two times. Values are not quoted, so tags may hold commas, and so may keywords. */
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

/** Every way in which keyword, position, URL, country and area can lie between the commas. */
function splitsOf(parts: readonly string[], rules: SerpbearRules, columns: number): Fields[] {
  return parts.flatMap((part, i) => {
    const position = part.trim()
    if (i === 0 || !/^(-|\d{1,6})$/.test(position)) return []
    const phrase = parts.slice(0, i).join(',').trim()
    return restsOf(parts.slice(i + 1), rules, columns).map((rest) => ({ phrase, position, ...rest }))
  })
}

/** Every address with a country's name behind it, and the area after that. Address, name and area may hold commas. */
function restsOf(parts: readonly string[], { countryOf }: SerpbearRules, columns: number) {
  const rests: Omit<Fields, 'phrase' | 'position'>[] = []
  for (let start = 1; start < parts.length - columns; start++) {
    const url = parts.slice(0, start).join(',').trim()
    if (!/^(-|https?:\/\/\S+)$/i.test(url)) continue
    const last = Math.min(parts.length - columns, start + 3)
    for (let end = start + 1; end <= last && /\p{L}/u.test(parts[end - 1] ?? ''); end++) {
      const country = parts.slice(start, end).join(',').trim()
      if (countryOf(country) === null) continue
      const area = parts.slice(end).map((part) => part.trim())
      rests.push({ url, country, area: area.filter((part) => part !== '-' && part !== '').join(', ') })
      break
    }
  }
  return rests
}
