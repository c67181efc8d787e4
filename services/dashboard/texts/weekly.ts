import type { Letter, LetterPart, Picture } from '@rts/shared/mail/letter'
import type { Sentence } from '@rts/shared/texts/sentence'
import { locale } from './locale.ts'
import { plural } from './plural.ts'
import { said } from './said.ts'

type Others = { n: number; of: number } | undefined
export type Why = (({ rivals: readonly string[] } | { page: string }) & { others?: Others }) | null
/** Medians of places. */
export type Moved = { name: string; from: number; to: number; why: Why }
/**
 * A site and its week. `score` is its visibility now; `known` and `before` are those of the keywords that are known now and seven days
 * before, null where unknown.
 */
export type WeekOfSite = {
  name: string
  url: string
  stopUrl: string
  score: number | null
  /** It is of an earlier day. */
  carried: boolean
  before: number | null
  known: number | null
  added: number
  range: { low: number; high: number } | null
  scores: readonly (number | null)[]
  chart: Omit<Picture, 'name' | 'alt'> | null
  up: number
  down: number
  /** Keywords with too few checks to be compared. */
  unknown: number
  medianDays: number | null
  fell: readonly Moved[]
  rose: readonly Moved[]
  next: readonly Sentence[]
  cards: number
  cardsUrl: string
}
type Week = { url: string; stopUrl: string; monday: string; sites: readonly WeekOfSite[] }

/** On Monday, to a person who asked: the week of their sites. */
export function weekly({ url, stopUrl, monday, sites }: Week): Letter {
  const [only] = sites.length === 1 ? sites : []
  const down = sites.reduce((sum, site) => sum + site.down, 0)
  const up = sites.reduce((sum, site) => sum + site.up, 0)
  const moved = `${up} up, ${down} down`
  return {
    subject: only ? `${only.name}: ${moved} this week` : `${plural(sites.length, 'site')}: ${moved} this week`,
    paragraphs: [`The seven days before ${dayOf(monday)}.`],
    parts: [...(only ? [] : overview(sites)), ...sites.flatMap((site, i) => aboutSite(site, i, only !== undefined))],
    button: { label: only ? 'Open the keywords' : 'Open your sites', url: only?.url ?? url },
    stopUrl,
  }
}

function overview(sites: readonly WeekOfSite[]): LetterPart[] {
  const rows = sites.map(({ name, url, score, known, before, up, down, cards }) => ({
    cells: [name, `${figure(score)} (${change(known, before)})`, figure(up), figure(down), figure(cards)],
    url,
  }))
  return [{ heading: 'All sites' }, { head: ['Site', 'Visibility', 'Up', 'Down', 'Recommendations'], rows }]
}

function aboutSite(site: WeekOfSite, i: number, isOnly: boolean): LetterPart[] {
  const { name, fell, rose, stopUrl } = site
  return [
    ...(isOnly ? [] : [{ heading: name }]),
    { text: `${seen(site)} ${moves(site)}` },
    ...chart(site, i),
    ...(fell.length > 0 ? [{ head: ['Fell', 'From', 'To', 'Meanwhile'], rows: fell.map(rowOf) }] : []),
    ...(rose.length > 0 ? [{ head: ['Rose', 'From', 'To'], rows: rose.map(rowOf) }] : []),
    ...nextSteps(site),
    { link: { label: `No more weekly emails about ${name}`, url: stopUrl } },
  ]
}

function seen({ score, carried, before, known, added, range }: WeekOfSite): string {
  const now = `Visibility ${figure(score)}${carried ? ' (of an earlier day: too few checks)' : ''}`
  const usual = range && `usually between ${figure(range.low)} and ${figure(range.high)}`
  if (added === 0) return `${now}, a week before ${figure(before)}${usual ? `, ${usual}` : ''}.`
  const rest = `The other keywords alone: ${figure(known)}, a week before ${figure(before)}.`
  return `${now} with ${plural(added, 'keyword')} added${usual ? `, ${usual}` : ''}. ${rest}`
}

/** Counts of keywords that moved, and how that was found. */
function moves({ up, down, unknown, medianDays }: WeekOfSite): string {
  const moved = `${plural(up, 'keyword')} up, ${plural(down, 'keyword')} down`
  const how = medianDays === null ? '.' : ` beyond the usual range: medians of ${medianDays} days and of those before.`
  return `${moved}${how}${unknown > 0 ? ` Too few checks to tell: ${plural(unknown, 'keyword')}.` : ''}`
}

function chart({ scores, chart: drawn }: WeekOfSite, i: number): LetterPart[] {
  const known = scores.filter((score) => score !== null)
  if (!drawn) return []
  const [min, max] = [Math.min(...known), Math.max(...known)].map(figure)
  const alt = `Visibility of ${plural(scores.length, 'day')}: between ${min} and ${max}`
  return [{ picture: { ...drawn, name: `chart-${i}`, alt } }]
}

function rowOf({ name, from, to, why }: Moved) {
  return { cells: [name, place(from), place(to), ...(why ? [reason(why)] : [])] }
}

function reason(why: NonNullable<Why>): string {
  const { others } = why
  const base = others ? ` (so for ${others.n} of ${others.of} that did not fall)` : ''
  if ('page' in why) return `another page ranks: ${pathOf(why.page)}${base}`
  return `${why.rivals.join(', ')} came ahead${base}`
}

function nextSteps({ next, cards, cardsUrl }: WeekOfSite): LetterPart[] {
  if (next.length === 0) return []
  const rows = next.map((title) => ({ cells: [said(title)] }))
  return [{ head: ['Next'], rows }, { link: { label: `See ${plural(cards, 'recommendation')}`, url: cardsUrl } }]
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? url
}

function place(position: number): string {
  return position === 0 ? 'not found' : String(position)
}

function figure(value: number | null): string {
  return value === null ? 'unknown' : value.toLocaleString(locale, { maximumFractionDigits: 1 })
}

function change(now: number | null, before: number | null): string {
  if (now === null || before === null) return '–'
  const by = Math.round((now - before) * 10) / 10
  return by > 0 ? `+${figure(by)}` : figure(by)
}

function dayOf(day: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}
