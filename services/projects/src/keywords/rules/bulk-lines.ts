import type { SkippedLine } from '@rts/shared/contract/rows/keyword'
import { invalidField } from '@rts/shared/errors'
import { faults } from '@rts/shared/texts/faults'
import { phraseKey, type TrackedPhrase, type Where } from './tracked-phrase.ts'

export type LineKeyword = TrackedPhrase & { line: number }
type Lines = { keywords: LineKeyword[]; invalid: SkippedLine[] }

const maxLines = 10_000
const linesAStep = 200
const lineEnds = 'end lines with \\n or \\r\\n, not with a lone \\r, U+2028 or U+2029'

/** The lines of a text, trimmed and numbered from 1, one by one: a text of line ends alone has a million. CRLF ends a line too. */
export function* linesOf(text: string): Generator<{ line: number; text: string }> {
  for (let line = 1, start = 0; start <= text.length; line++) {
    const mark = text.indexOf('\n', start)
    const end = mark < 0 ? text.length : mark
    yield { line, text: text.slice(start, end).trim() }
    start = end + 1
  }
}

/** The keywords of the lines, and the bad lines, in steps. Throws `invalid_input` for no line and for too many. */
export function* readLines(
  text: string,
  where: Where,
  phraseOf: (text: string) => Pick<TrackedPhrase, 'phrase' | 'identity'> | null,
): Generator<void, Lines> {
  const keywords: LineKeyword[] = []
  const invalid: SkippedLine[] = []
  for (const { line, text: written } of linesOf(text)) {
    if (line % linesAStep === 0) yield
    if (written === '') continue
    // As white space it would make one phrase of several.
    if (/[\r\u2028\u2029]/.test(written))
      throw invalidField('text', `has another line end on line ${line}: ${lineEnds}`)
    if (keywords.length + invalid.length === maxLines)
      throw invalidField('text', faults.tooManyLines({ max: maxLines }))
    const phrase = phraseOf(written)
    if (phrase === null) invalid.push(skippedLine(line, written, 'invalid'))
    else keywords.push({ line, ...phrase, ...where })
  }
  if (keywords.length + invalid.length === 0) throw invalidField('text', faults.noKeyword)
  return { keywords, invalid }
}

/** A line that adds no keyword; its text is cut to the length of a keyword. */
export function skippedLine(line: number, keyword: string, code: SkippedLine['code']): SkippedLine {
  return { line, keyword: [...keyword.slice(0, 500).toWellFormed()].slice(0, 200).join(''), code }
}

/** Takes the first `room` new keywords in the order of their lines; one that is known or on an earlier line is a duplicate. */
export function takeInOrder<K extends LineKeyword>(
  keywords: readonly K[],
  known: ReadonlySet<string>,
  room: number,
): { taken: K[]; skipped: SkippedLine[] } {
  const seen = new Set(known)
  const taken: K[] = []
  const skipped: SkippedLine[] = []
  for (const keyword of keywords) {
    const key = phraseKey(keyword)
    const isNew = !seen.has(key)
    seen.add(key)
    if (isNew && taken.length < room) taken.push(keyword)
    else skipped.push(skippedLine(keyword.line, keyword.phrase, isNew ? 'plan_limit_reached' : 'duplicate'))
  }
  return { taken, skipped }
}

/** Each keyword once, by its first line with a rank. */
export function firstRanked<K extends LineKeyword, R>(
  keywords: readonly (K & { rank: R | null })[],
): (K & { rank: R })[] {
  const first = new Map<string, K & { rank: R }>()
  for (const keyword of keywords) {
    const { rank } = keyword
    const key = phraseKey(keyword)
    if (rank !== null && !first.has(key)) first.set(key, { ...keyword, rank })
  }
  return [...first.values()]
}
