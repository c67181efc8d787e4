import { eld } from 'eld/extrasmall'

/** Languages that the detector has under another tag, some as their nearest kin: it cannot tell them apart. */
const detectedAs: Readonly<Record<string, string>> = { id: 'ms', nb: 'no', nn: 'no', bs: 'hr', fil: 'tl', iw: 'he' }

const minCharacters = 200
const maxCharacters = 5_000
/** Two languages whose scores (0 to 1) are nearer than this are as good as one. */
const minLead = 0.1

/** The language that a text is plainly written in instead of the one that was asked for; null where it is that one, or undecided. */
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

/** Without headings, code and addresses, which often are in another language. */
function proseOf(markdown: string): string {
  return markdown
    .replace(/```.*?(```|$)/gs, ' ')
    .replace(/^#.*$/gm, ' ')
    .replace(/`[^`\n]*`|\]\([^)\s]*\)|https?:\/\/\S+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxCharacters)
}
