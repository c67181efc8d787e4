import { invalidField } from '@rts/shared/errors'
import { faults } from '@rts/shared/texts/faults'

export type HistoryWindow = { from: Date | null; until: Date | null }

/** The window from `from` to `to`, both inclusive, in UTC; a date covers its whole day. Throws `invalid_input` if reversed. */
export function historyWindow(from: string | undefined, to: string | undefined): HistoryWindow {
  const window = {
    from: from === undefined ? null : new Date(from),
    until: to === undefined ? null : new Date(to.length === 10 ? `${to}T23:59:59.999Z` : to),
  }
  if (window.from && window.until && window.from > window.until) throw invalidField('from', faults.afterEnd, 'query')
  return window
}

const maxChecks = 900_000

/** Of how many days each check of so many keywords can be read. */
export function daysRead(keywords: number): number {
  return Math.max(1, Math.floor(maxChecks / Math.max(1, keywords)))
}
