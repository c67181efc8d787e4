import type { Outcome } from './rehearsal.ts'
import { type Counts, kinds } from './tally.ts'

const callFailed = 'a call to another service failed'
const errorLevel = 50

/** The figures of a rehearsal; all but calls, writes and seconds must be 0. */
export function figuresOf({ tally, writes, lost, unchecked, warnings, rows }: Outcome) {
  const sum = (of: keyof Counts) => kinds.reduce((total, kind) => total + tally.counts[kind][of], 0)
  const failures = warnings.filter(({ msg }) => msg === callFailed)
  return {
    calls: sum('calls'),
    failed: sum('failed'),
    unavailable: sum('unavailable'),
    missing: sum('missing'),
    writes,
    lost: lost.length,
    unchecked: unchecked.length,
    /** Calls between services that failed, whatever came of them. */
    callFailures: failures.length,
    errors: warnings.filter(({ level }) => Number(level) >= errorLevel).length,
    seconds: Math.round(rows.reduce((total, { seconds }) => total + seconds, 0)),
    byKind: tally.counts,
  }
}

/** Whether nothing was noticed of the upgrade. */
export function isUnnoticed({ stoppedBy }: Outcome, figures: ReturnType<typeof figuresOf>): boolean {
  const { failed, unavailable, missing, lost, unchecked, callFailures, errors } = figures
  return stoppedBy === null && failed + unavailable + missing + lost + unchecked + callFailures + errors === 0
}

/** An outcome for people: a table of steps, then all that was not as it must be. */
export function textOf({ rows, tally, lost, unchecked, warnings, stoppedBy }: Outcome): string {
  const table = rows.map(({ step, seconds, calls, bad }) => `| ${step} | ${seconds.toFixed(1)} | ${calls} | ${bad} |`)
  const kindRows = kinds.map((kind) => {
    const { calls, failed, unavailable, missing } = tally.counts[kind]
    return `| ${kind} | ${calls} | ${failed} | ${unavailable} | ${missing} |`
  })
  const lines = Map.groupBy(warnings, ({ name, msg, operation, code, err }) =>
    [name, msg, operation, code, Object(err).message].filter(Boolean).join(', '),
  )
  return [
    ['| step | seconds | calls | bad |', '|---|---|---|---|', ...table].join('\n'),
    ['| kind | calls | failed | unavailable | missing |', '|---|---|---|---|---|', ...kindRows].join('\n'),
    ...(stoppedBy === null ? [] : [`Stopped by ${stoppedBy}`]),
    ...tally.examples(),
    ...lost.map((each) => `lost: ${each}`),
    ...unchecked.map((each) => `not checked: ${each}`),
    ...[...lines].map(([line, same]) => `log: ${same.length} × ${line}`),
  ].join('\n\n')
}
