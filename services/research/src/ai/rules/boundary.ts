/** Sticky lookarounds for a name's first and last letter: is it a separate word there? */
export type Boundary = { before: RegExp; after: RegExp }

/** Scripts with spaces between words. */
const spacedScripts = ['Latin', 'Greek', 'Hebrew', 'Armenian', 'Georgian', 'Devanagari', 'Bengali', 'Tamil', 'Telugu']
const unspacedScripts = ['Han', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const katakana = '\\p{Script=Katakana}ー'
const russianEndings =
  'а|я|у|ю|ом|ем|ём|е|и|ы|ой|ей|ою|ею|ь|й|ию|ии|ов|ев|ам|ям|ами|ями|ах|ях|ові|еві|і|ї|ів|їв|ією|єю|єм'
const koreanParticles =
  '은|는|이|가|을|를|와|과|의|에|에서|에게|께|한테|으로|로|도|만|보다|까지|부터|처럼|같이|만큼|이나|나|이랑|랑|하고|이라|라|이란|란|이라고|라고|이며|며|이고|고|인|입니다|이다|이에요|예요|이죠|죠|마다|밖에|조차|뿐'
const japaneseParticles = 'は|が|を|に|の|と|も|へ|で|や|か|よ|ね|な|から|まで|より|など|だけ|です|だ'
/** "and", "so", "by", "to", "like" and the article are prefixes. */
const arabicPrefixes = '[وف]?(?:بال|كال|لل|ال|[بكل])?'

const boundary = (before: string, after: string): Boundary => ({
  before: new RegExp(before, 'uy'),
  after: new RegExp(after, 'uy'),
})
const apart = (letters: string) => `(?<![${letters}\\p{Nd}])`
const spaced = (letters: string) => boundary(apart(letters), `(?![${letters}\\p{Nd}\\u0300-\\u036f])`)
const isOf = (script: string) => `\\p{Script=${script}}`

/** Only a neighbour of the same script extends a word. */
const boundaries = new Map<string, Boundary>([
  ...spacedScripts.map((script): [string, Boundary] => [script, spaced(isOf(script))]),
  ['Cyrillic', boundary(apart(isOf('Cyrillic')), `(?:${russianEndings})?(?![${isOf('Cyrillic')}\\p{Nd}])`)],
  ['Arabic', boundary(`(?<=(?<!${isOf('Arabic')})${arabicPrefixes})`, `(?![${isOf('Arabic')}\\p{Nd}])`)],
  ['Hangul', boundary(`(?<!${isOf('Hangul')})`, `(?:${koreanParticles}){0,3}(?!${isOf('Hangul')})`)],
  ['Katakana', boundary(`(?<![${katakana}])`, `(?![${katakana}])`)],
  [
    'Hiragana',
    boundary(
      `(?:(?<!${isOf('Hiragana')})|(?<=${japaneseParticles}))`,
      `(?:(?=${japaneseParticles})|(?!${isOf('Hiragana')}))`,
    ),
  ],
  // Without spaces no word has an end; a vowel sign belongs to its letter.
  ...unspacedScripts.map((script): [string, Boundary] => [script, boundary('', '(?!\\p{M})')]),
])
const scriptTests = [...boundaries.keys()].map((script) => ({ script, test: new RegExp(`\\p{Script=${script}}`, 'u') }))
const digit = /\p{Nd}/u
const anyWord = spaced('\\p{L}')
const none = boundary('', '')

/** Signs such as `!` and `+` need no boundary. */
export function boundaryAt(character: string): Boundary {
  if (character === 'ー') return boundaries.get('Katakana') ?? none
  const script = scriptTests.find(({ test }) => test.test(character))?.script
  if (script !== undefined) return boundaries.get(script) ?? none
  if (digit.test(character)) return boundaries.get('Latin') ?? none
  return /\p{L}/u.test(character) ? anyWord : none
}

/** Russian and Ukrainian declension drops these letters. */
export function declinedStem(name: string): string {
  return /\p{Script=Cyrillic}{4,}[аяьй]$/u.test(name) ? name.slice(0, -1) : name
}
