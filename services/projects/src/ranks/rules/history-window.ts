import { invalidField } from '@rts/shared/errors'
import { faults } from '@rts/shared/texts/faults'

export type HistoryWindow = { from: Date | null; until: Date | null }

/**
 * The window from `from` to `to`, both inclusive, in UTC, to the millisecond; a date covers its whole day.
 * Throws `invalid_input` if `from` is after `to`.
 */
export function historyWindow(from: string | undefined, to: string | undefined): HistoryWindow {
  const window = {
    from: from === undefined ? null : new Date(from),
    until: to === undefined ? null : new Date(to.length === 10 ? `${to}T23:59:59.999Z` : to),
  }
  if (window.from && window.until && window.from > window.until) throw invalidField('from', faults.afterEnd, 'query')
  return window
}
