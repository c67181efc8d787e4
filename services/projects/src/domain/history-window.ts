import { invalidField } from '@rts/shared/errors'

export type HistoryWindow = { from: Date | null; until: Date | null }

/**
 * The instants that `from` and `to` name, both inclusive, UTC, to the millisecond: a date covers its whole day.
 * Throws `invalid_input` when nothing can lie between them.
 */
export function historyWindow(from: string | undefined, to: string | undefined): HistoryWindow {
  const window = {
    from: from === undefined ? null : new Date(from),
    until: to === undefined ? null : new Date(to.length === 10 ? `${to}T23:59:59.999Z` : to),
  }
  if (window.from && window.until && window.from > window.until) throw invalidField('from', 'is after to', 'query')
  return window
}
