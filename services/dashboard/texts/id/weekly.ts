import type { Letter, LetterPart } from '@rts/shared/mail/letter'
import type { weekly as english, Moved, WeekOfSite, Why } from '../weekly.ts'
import { locale } from './locale.ts'
import { plural } from './plural.ts'
import { said } from './said.ts'

type Week = Parameters<typeof english>[0]

/** On Monday, to a person who asked: the week of their sites. */
export function weekly({ url, stopUrl, monday, sites }: Week): Letter {
  const [only] = sites.length === 1 ? sites : []
  const down = sites.reduce((sum, site) => sum + site.down, 0)
  const up = sites.reduce((sum, site) => sum + site.up, 0)
  const moved = `${up} naik, ${down} turun`
  return {
    subject: only ? `${only.name}: ${moved} minggu ini` : `${plural(sites.length, 'situs')}: ${moved} minggu ini`,
    paragraphs: [`Tujuh hari sebelum ${dayOf(monday)}.`],
    parts: [...(only ? [] : overview(sites)), ...sites.flatMap((site, i) => aboutSite(site, i, only !== undefined))],
    button: { label: only ? 'Buka kata kunci' : 'Buka situs Anda', url: only?.url ?? url },
    stopUrl,
  }
}

function overview(sites: readonly WeekOfSite[]): LetterPart[] {
  const rows = sites.map(({ name, url, score, known, before, up, down, cards }) => ({
    cells: [name, `${figure(score)} (${change(known, before)})`, figure(up), figure(down), figure(cards)],
    url,
  }))
  return [{ heading: 'Semua situs' }, { head: ['Situs', 'Visibilitas', 'Naik', 'Turun', 'Rekomendasi'], rows }]
}

function aboutSite(site: WeekOfSite, i: number, isOnly: boolean): LetterPart[] {
  const { name, fell, rose, stopUrl } = site
  return [
    ...(isOnly ? [] : [{ heading: name }]),
    { text: `${seen(site)} ${moves(site)}` },
    ...chart(site, i),
    ...(fell.length > 0 ? [{ head: ['Turun', 'Dari', 'Ke', 'Sementara itu'], rows: fell.map(rowOf) }] : []),
    ...(rose.length > 0 ? [{ head: ['Naik', 'Dari', 'Ke'], rows: rose.map(rowOf) }] : []),
    ...nextSteps(site),
    { link: { label: `Berhenti menerima email mingguan tentang ${name}`, url: stopUrl } },
  ]
}

function seen({ score, carried, before, known, added, range }: WeekOfSite): string {
  const now = `Visibilitas ${figure(score)}${carried ? ' (dari hari sebelumnya: pengecekan terlalu sedikit)' : ''}`
  const usual = range && `biasanya antara ${figure(range.low)} dan ${figure(range.high)}`
  const after = usual ? `, ${usual}` : ''
  if (added === 0) return `${now}, seminggu sebelumnya ${figure(before)}${after}.`
  const rest = `Kata kunci lainnya saja: ${figure(known)}, seminggu sebelumnya ${figure(before)}.`
  return `${now} dengan ${plural(added, 'kata kunci')} tambahan${after}. ${rest}`
}

/** Counts of keywords that moved, and how that was found. */
function moves({ up, down, unknown, medianDays }: WeekOfSite): string {
  const moved = `${plural(up, 'kata kunci')} naik, ${plural(down, 'kata kunci')} turun`
  const how = medianDays === null ? '.' : ` di luar rentang biasa: median ${medianDays} hari dan hari-hari sebelumnya.`
  return `${moved}${how}${unknown > 0 ? ` Pengecekan belum cukup: ${plural(unknown, 'kata kunci')}.` : ''}`
}

function chart({ scores, chart: drawn }: WeekOfSite, i: number): LetterPart[] {
  const known = scores.filter((score) => score !== null)
  if (!drawn) return []
  const [min, max] = [Math.min(...known), Math.max(...known)].map(figure)
  const alt = `Visibilitas ${plural(scores.length, 'hari')}: antara ${min} dan ${max}`
  return [{ picture: { ...drawn, name: `chart-${i}`, alt } }]
}

function rowOf({ name, from, to, why }: Moved) {
  return { cells: [name, place(from), place(to), ...(why ? [reason(why)] : [])] }
}

function reason(why: NonNullable<Why>): string {
  const { others } = why
  const base = others ? ` (juga pada ${others.n} dari ${others.of} yang tidak turun)` : ''
  if ('page' in why) return `halaman lain yang muncul: ${pathOf(why.page)}${base}`
  return `${why.rivals.join(', ')} mendahului${base}`
}

function nextSteps({ next, cards, cardsUrl }: WeekOfSite): LetterPart[] {
  if (next.length === 0) return []
  const rows = next.map((title) => ({ cells: [said(title)] }))
  return [{ head: ['Berikutnya'], rows }, { link: { label: `Lihat ${plural(cards, 'rekomendasi')}`, url: cardsUrl } }]
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? url
}

function place(position: number): string {
  return position === 0 ? 'tidak ditemukan' : String(position)
}

function figure(value: number | null): string {
  return value === null ? 'tidak diketahui' : value.toLocaleString(locale, { maximumFractionDigits: 1 })
}

function change(now: number | null, before: number | null): string {
  if (now === null || before === null) return '–'
  const by = Math.round((now - before) * 10) / 10
  return by > 0 ? `+${figure(by)}` : figure(by)
}

function dayOf(day: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}
