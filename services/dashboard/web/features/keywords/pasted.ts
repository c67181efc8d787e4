import { readCsv } from '../../kit/table/csv.ts'

export type PastedLine = { phrase: string; state: 'new' | 'tracked' | 'twice' | 'long' }
export type Pasted = { kind: 'phrases' | 'serpbear'; lines: PastedLine[] }

const maxCharacters = 200
const serpbear = /^\uFEFF?ID\s*,\s*Keyword\s*,\s*Position\s*,/i
/** A line of SerpBear: values are not quoted, so the phrase goes up to the position and the address behind it. */
const serpbearLine = /^[^,]*,(.+?),\s*(?:-|\d{1,6})\s*,\s*(?:-|https?:)/i
const heads = ['keyword', 'kata kunci', 'keywords', 'phrase', 'query', 'search term', 'top queries']

/** The keywords that a pasted text or a file would add. The service decides again, with a stricter rule of equality. */
export function readPasted(text: string, tracked: readonly string[]): Pasted {
  const isExport = serpbear.test(text)
  const phrases = isExport ? text.split('\n').slice(1).flatMap(phraseOfExport) : phrasesOf(text)
  const known = new Set(tracked.map(identityOf))
  const seen = new Set<string>()
  const lines = phrases.map((phrase): PastedLine => {
    const identity = identityOf(phrase)
    const state = stateOf(phrase, known.has(identity), seen.has(identity))
    seen.add(identity)
    return { phrase, state }
  })
  return { kind: isExport ? 'serpbear' : 'phrases', lines }
}

function stateOf(phrase: string, isTracked: boolean, isTwice: boolean): PastedLine['state'] {
  if ([...phrase].length > maxCharacters) return 'long'
  if (isTracked) return 'tracked'
  return isTwice ? 'twice' : 'new'
}

function phraseOfExport(line: string): string[] {
  const phrase = serpbearLine.exec(line)?.[1]?.trim()
  return phrase ? [phrase] : []
}

/** Lines are phrases; a file with a column of keywords has them there. */
function phrasesOf(text: string): string[] {
  const [head = [], ...rows] = readCsv(text)
  const column = head.findIndex((name) => heads.includes(name.trim().toLowerCase()))
  const cells = column < 0 ? text.replace(/^\uFEFF/, '').split('\n') : rows.map((row) => row[column] ?? '')
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
}

/** Equal phrases have equal values; the service has a stricter rule. */
export function identityOf(phrase: string): string {
  return phrase.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase()
}
