import { dayMs } from '@rts/shared/clock'
import type { Evidence } from '@rts/shared/contract/rows/advice'

/** A position for people: 0 is not found. */
export function place(position: number): string {
  return position === 0 ? 'not found' : String(position)
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** The path of an address, as people name a page of their site. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

export function isWithinDays(at: string, days: number, now: Date): boolean {
  return Date.parse(at) >= now.getTime() - days * dayMs
}

/** A row of evidence about a rank. */
export function rankEvidence(
  what: string,
  { position, at, url }: { position: number; at: string; url: string | null },
): Evidence {
  return { what, figure: position === 0 ? place(position) : `position ${position}`, at, url }
}

/** The latest of some times; the first of them is there. */
export function latest(first: string, ...others: readonly string[]): string {
  return [first, ...others].toSorted().at(-1) ?? first
}
