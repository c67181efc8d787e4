/** Scripts that one word may mix, after UTS #39 ("highly restrictive"). Thai, Lao, Khmer and Burmese have no space between words. */
const usualTogether = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
  ...['Thai', 'Lao', 'Khmer', 'Myanmar'].map((script) => ['Latin', script]),
]
/** Those that UAX #31 recommends for names, and three that look like Latin. Any other is "another script". */
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
/** One class, never alternatives: those would try every way through a word of marks. */
const wordOf = (characters: string) => new RegExp(`^[${characters}\\p{Script=Inherited}]+$`, 'v')
const usualWords = [
  ...[...usualTogether, ...scripts.map((script) => [script])].map((names) => wordOf(inScripts([...names, 'Common']))),
  wordOf(`[^${inScripts(scripts)}]`),
]
const letters = scripts.map((script) => ({ script, letter: new RegExp(`\\p{Script=${script}}`, 'u') }))

/** Two scripts that a word of the text mixes; null if no word does. */
export function mixedScripts(text: string): [string, string] | null {
  const word = text.match(/[\p{L}\p{M}\p{N}]+/gu)?.find((word) => !usualWords.some((pattern) => pattern.test(word)))
  if (word === undefined) return null
  const [one = 'one script', other = 'another script'] = letters.flatMap(({ script, letter }) =>
    letter.test(word) ? script : [],
  )
  return [one, other]
}
