import { eld } from 'eld/extrasmall'

/** The detector's tags; some languages it cannot separate from a relative. */
const detectedAs: Readonly<Record<string, string>> = { id: 'ms', nb: 'no', nn: 'no', bs: 'hr', fil: 'tl', iw: 'he' }

const minCharacters = 200
const maxCharacters = 5_000
/** Below this lead in score (0 to 1), two languages tie. */
const minLead = 0.1

/** The language of a text, if clearly another than asked; else null. */
export function otherLanguage(markdown: string, asked: string): string | null {
  const primary = asked.split('-')[0] ?? asked
  const wanted = detectedAs[primary] ?? primary
  const text = proseOf(markdown)
  if (text.length < minCharacters) return null
  if (!Object.values(eld.info().Languages).includes(wanted)) return null
  const found = eld.detect(text)
  if (found.language === wanted || !found.isReliable()) return null
  const scores = found.getScores()
  return (scores[found.language] ?? 0) - (scores[wanted] ?? 0) < minLead ? null : found.language
}

/** Headings, code and addresses are often in another language. */
function proseOf(markdown: string): string {
  return markdown
    .replace(/```.*?(```|$)/gs, ' ')
    .replace(/^#.*$/gm, ' ')
    .replace(/`[^`\n]*`|\]\([^)\s]*\)|https?:\/\/\S+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxCharacters)
}
