import type { Api, DatedOverview } from '../../client/src/client.ts'
import { type Options, textOf, textsOf, type Values } from './command.ts'
import { numberOf, wordOf } from './numbers.ts'
import { UsageError } from './world.ts'

export type KeywordRow = DatedOverview

export const selecting = {
  tag: { type: 'string', multiple: true, value: 'TAG', says: 'those with this tag; several: with any of them' },
  keyword: { type: 'string', multiple: true, value: 'PHRASE', says: 'this phrase; may be given several times' },
  match: { type: 'string', value: 'TEXT', says: 'those with this in the phrase' },
  device: { type: 'string', value: 'DEVICE', says: 'desktop or mobile' },
  country: { type: 'string', value: 'CC', says: 'a two-letter country code' },
} as const satisfies Options

/** The keywords of a site that the options ask for, oldest first. Throws where a tag or phrase that is named is of none. */
export async function readKeywords(api: Api, siteId: string, values: Values): Promise<KeywordRow[]> {
  const rows: KeywordRow[] = []
  for await (const row of api.overview.get.each({ id: siteId })) rows.push(row)
  const tags = textsOf(values, 'tag')
  const phrases = textsOf(values, 'keyword')
  // An older service does not say them.
  if (tags.length > 0 && rows.some((row) => row.tags === undefined))
    throw new UsageError('this service does not tell tags of keywords: name them with --keyword')
  for (const tag of tags)
    if (!rows.some((row) => row.tags.includes(tag))) throw new UsageError(`no keyword has the tag ${tag}`)
  for (const phrase of phrases)
    if (!rows.some((row) => isPhrase(row, phrase))) throw new UsageError(`no keyword is ${phrase}`)
  return rows.filter(wantedBy(values))
}

export function isPhrase({ id, keyword }: Pick<KeywordRow, 'id' | 'keyword'>, text: string): boolean {
  return id === text || keyword.toLowerCase() === text.trim().replace(/\s+/g, ' ').toLowerCase()
}

function wantedBy(values: Values): (row: KeywordRow) => boolean {
  const tags = textsOf(values, 'tag')
  const phrases = textsOf(values, 'keyword')
  const match = textOf(values, 'match')?.toLowerCase()
  const device = wordOf(values, 'device', ['desktop', 'mobile'])
  const country = textOf(values, 'country')?.toLowerCase()
  const within = numberOf(values, 'within', 1, 1_000)
  const moved = wordOf(values, 'moved', ['up', 'down'])
  return (row) =>
    (tags.length === 0 || tags.some((tag) => row.tags.includes(tag))) &&
    (phrases.length === 0 || phrases.some((phrase) => isPhrase(row, phrase))) &&
    (match === undefined || row.keyword.toLowerCase().includes(match)) &&
    (device === undefined || row.device === device) &&
    (country === undefined || row.country === country) &&
    (within === undefined || isWithin(row.position, within)) &&
    (moved === undefined || (moved === 'up' ? (row.change ?? 0) > 0 : (row.change ?? 0) < 0))
}

export function isWithin(position: number | null, max: number): boolean {
  return position !== null && position > 0 && position <= max
}

/** Not found is worse than any place; never checked comes last. */
function placeOf(position: number | null): number {
  if (position === null) return Number.MAX_VALUE
  return position === 0 ? 1_000_000 : position
}

const orders = {
  position: (a: KeywordRow, b: KeywordRow) => placeOf(a.position) - placeOf(b.position),
  change: (a: KeywordRow, b: KeywordRow) => (b.change ?? 0) - (a.change ?? 0),
  keyword: (a: KeywordRow, b: KeywordRow) => (a.keyword < b.keyword ? -1 : a.keyword > b.keyword ? 1 : 0),
  checked: (a: KeywordRow, b: KeywordRow) => Date.parse(b.checkedAt ?? '0') - Date.parse(a.checkedAt ?? '0'),
} as const
export const orderNames = Object.keys(orders)

/** Sorted by a name of `orderNames`; with a minus before it, the other way round. Without a name, as they are. */
export function sorted(rows: readonly KeywordRow[], text: string | undefined): KeywordRow[] {
  if (text === undefined) return [...rows]
  const isDown = text.startsWith('-')
  const order = Object.entries(orders).find(([name]) => name === text.slice(isDown ? 1 : 0))?.[1]
  if (!order) throw new UsageError(`--sort takes ${orderNames.join(', ')}; the other way round: --sort=-change`)
  return rows.toSorted((a, b) => (isDown ? order(b, a) : order(a, b)))
}
