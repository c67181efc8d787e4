import { type Finding, findingSeverity, type Item, type Report, type Severity } from './model.ts'

/** As many as a person could still read; what is recommended hides no error. */
const most = { error: 300, warning: 300, notice: 200 }

export type Findings = {
  all: Finding[]
  /** Root items with an error, one that is left out of `all` included. */
  invalid: Set<Item>
  report: Report
  /** Another finding of this severity would be left out: what only leads to such need not be looked for. */
  isFull: (severity: Severity) => boolean
  finish: () => void
}

export function createFindings(): Findings {
  const all: Finding[] = []
  const invalid = new Set<Item>()
  const counts = { error: 0, warning: 0, notice: 0 }
  return {
    all,
    invalid,
    report: (code, message, trouble) => {
      const severity = trouble.severity ?? findingSeverity[code]
      if (severity === 'error' && trouble.root) invalid.add(trouble.root)
      // That something was not read is always said: it is so once or twice.
      if (counts[severity]++ < most[severity] || code === 'LIMIT_ITEMS') {
        all.push({ ...trouble, severity, code, message })
      }
    },
    isFull: (severity) => counts[severity] > most[severity],
    finish: () => {
      if (counts.error + counts.warning + counts.notice === all.length) return
      const message = `Only ${most.error} errors, ${most.warning} warnings and ${most.notice} notices are listed; there are more`
      all.push({ code: 'LIMIT_FINDINGS', severity: findingSeverity.LIMIT_FINDINGS, message, at: null })
    },
  }
}
