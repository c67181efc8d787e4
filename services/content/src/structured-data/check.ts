import { type Answer, answerOf } from './answer.ts'
import { checkGoogle } from './google/check.ts'
import { maxSteps, nothingKnown } from './google/want.ts'
import { createGraph, type Visit, visitsOf } from './graph.ts'
import { type Finding, findingSeverity, type Item, type Report, type Severity } from './model.ts'
import { isOwnName } from './names.ts'
import { readStructuredData } from './read.ts'
import type { Subject } from './schema-org/context.ts'
import { checkParticular } from './schema-org/particular.ts'
import { checkProperties, checkTypes } from './schema-org/properties.ts'
import { checkValues } from './schema-org/values.ts'
import { createSuggestions } from './vocabulary/suggest.ts'
import { readVocabulary } from './vocabulary/vocabulary.ts'

const tooConnected = `The items refer to each other more than ${maxSteps.toLocaleString('en')} times: not all are checked against Google's rules`
const rules = [checkTypes, checkProperties, checkValues, checkParticular]

/** Checks HTML or JSON-LD; loads the vocabulary once. */
export function createStructuredCheck(): (text: string) => Answer {
  const vocabulary = readVocabulary()
  const suggestions = {
    class: createSuggestions(vocabulary.classNames),
    property: createSuggestions(vocabulary.propertyNames),
    member: createSuggestions(vocabulary.memberNames),
  }
  return (text) => {
    const findings = createFindings()
    if (text.replace(/^\ufeff/, '').trim() === '')
      findings.report('EMPTY_INPUT', 'There is nothing to check', { at: null })
    const roots = readStructuredData(text, findings.report)
    const suggest = {
      class: suggestions.class(),
      property: suggestions.property(),
      member: suggestions.member(),
    }
    const richResults = judge(roots, { vocabulary, suggest }, findings)
    if (roots.length === 0 && findings.all.length === 0) {
      findings.report('NO_STRUCTURED_DATA', 'There is no JSON-LD, Microdata or RDFa here', { at: null })
    }
    findings.finish()
    return answerOf({ text, roots, richResults, ...findings })
  }
}

function judge(
  roots: Item[],
  words: Pick<Subject, 'vocabulary' | 'suggest'>,
  { report, isFull }: Findings,
): ReadonlyMap<Item, string | null> {
  const visits = visitsOf(roots)
  const graph = createGraph(visits)
  const known = nothingKnown()
  const richResults = new Map<Item, string | null>()
  for (const visit of visits) {
    const classes = graph.typesOf(visit.item).filter((type) => isOwnName(type) && words.vocabulary.isClass(type))
    const subject: Subject = { visit, classes, ...words, graph, known, isFull, find: finder(visit, report) }
    for (const rule of rules) rule(subject)
    richResults.set(visit.item, checkGoogle(subject))
  }
  if (known.stepsLeft < 0) report('LIMIT_ITEMS', tooConnected, { at: null })
  return richResults
}

function finder({ item, path, root }: Visit, report: Findings['report']): Subject['find'] {
  const here = { at: item.at, type: item.types[0] ?? null, path, root }
  return (code, message, where) => report(code, message, { ...here, ...where })
}

/** A readable number; recommendations never displace errors. */
const max = { error: 300, warning: 300, notice: 200 }

type Findings = {
  all: Finding[]
  /** Roots with errors, unlisted errors included. */
  invalid: Set<Item>
  report: Report
  /** Further findings of this severity are dropped: skip the search for them. */
  isFull: (severity: Severity) => boolean
  finish: () => void
}

function createFindings(): Findings {
  const all: Finding[] = []
  const invalid = new Set<Item>()
  const counts = { error: 0, warning: 0, notice: 0 }
  return {
    all,
    invalid,
    report: (code, message, trouble) => {
      const severity = trouble.severity ?? findingSeverity[code]
      if (severity === 'error' && trouble.root) invalid.add(trouble.root)
      // Incomplete reading is always reported; it happens once or twice.
      if (counts[severity]++ < max[severity] || code === 'LIMIT_ITEMS') {
        all.push({ ...trouble, severity, code, message })
      }
    },
    isFull: (severity) => counts[severity] > max[severity],
    finish: () => {
      if (counts.error + counts.warning + counts.notice === all.length) return
      const message = `Only ${max.error} errors, ${max.warning} warnings and ${max.notice} notices are listed; there are more`
      all.push({ code: 'LIMIT_FINDINGS', severity: findingSeverity.LIMIT_FINDINGS, message, at: null })
    },
  }
}
