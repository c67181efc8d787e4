/** One word may mix these (UTS #39, "highly restrictive"). Thai, Lao, Khmer, Burmese lack spaces. */
const usualTogether = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
  ...['Thai', 'Lao', 'Khmer', 'Myanmar'].map((script) => ['Latin', script]),
]
/** UAX #31's recommendation, and three that look like Latin. Others are "another script". */
const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Cherokee',
  'Coptic',
  'Lisu',
  'Hebrew',
  'Arabic',
  'Thaana',
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Tibetan',
  'Ethiopic',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
]

const inScripts = (names: string[]) => names.map((name) => `\\p{Script_Extensions=${name}}`).join('')
/** One class: alternatives would try every way through a word of marks. */
const wordOf = (characters: string) => new RegExp(`^[${characters}\\p{Script=Inherited}]+$`, 'v')
const usualWords = [
  ...[...usualTogether, ...scripts.map((script) => [script])].map((names) => wordOf(inScripts([...names, 'Common']))),
  wordOf(`[^${inScripts(scripts)}]`),
]
const letters = scripts.map((script) => ({ script, letter: new RegExp(`\\p{Script=${script}}`, 'u') }))

/** Null if no word mixes scripts. */
export function mixedScripts(text: string): [string, string] | null {
  const word = text.match(/[\p{L}\p{M}\p{N}]+/gu)?.find((word) => !usualWords.some((pattern) => pattern.test(word)))
  if (word === undefined) return null
  const [one = 'one script', other = 'another script'] = letters.flatMap(({ script, letter }) =>
    letter.test(word) ? script : [],
  )
  return [one, other]
}
