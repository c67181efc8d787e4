import { dayMs } from '@rts/shared/clock'
import type { Evidence } from '@rts/shared/contract/rows/advice'
import type { FailureKind } from '@rts/shared/failure'
import type { Action } from './model.ts'

/** A position in words; 0 is not found. */
export function place(position: number): string {
  return position === 0 ? 'not found' : String(position)
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

export function isWithinDays(at: string, days: number, now: Date): boolean {
  return Date.parse(at) >= now.getTime() - days * dayMs
}

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

/** The month in which a plan for a refresh is to be published: that of the decision, however late it is carried out. */
export function planMonth(decidedAt: Date): string {
  return decidedAt.toISOString().slice(0, 7)
}

export function actionWords(action: Action, decidedAt: Date): string {
  switch (action.kind) {
    case 'disavow':
      return `${action.domain} was put on the disavow list`
    case 'plan':
      return `“${action.q}” was put into the content plan for ${planMonth(decidedAt)}`
    default: {
      const missing: never = action
      return missing
    }
  }
}

export const failureWords: Readonly<Record<FailureKind, string>> = {
  auth: 'the search provider refused our key',
  quota: 'our quota at the search provider is used up',
  rate: 'the search provider was asked too often',
  bad_request: 'the search provider refused the request',
  unsupported: 'the search provider does not offer this',
  upstream: 'the search provider did not answer as it should',
  timeout: 'the search provider did not answer in time',
  parse: 'the answer could not be read',
  suspect: 'the results page may have been withheld or replaced',
  respelled: 'Google showed results for another spelling',
  storage: 'the answer could not be stored',
  budget: 'the spending of the day was used up',
  no_provider: 'no search provider is set up',
}
