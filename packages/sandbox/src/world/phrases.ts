import { demoPhrases } from './demo.ts'

const topics = [
  'coffee',
  'coffee beans',
  'espresso machine',
  'coffee grinder',
  'cold brew',
  'french press',
  'green tea',
  'matcha',
  'running shoes',
  'hiking boots',
  'yoga mat',
  'garden chairs',
  'house plants',
  'standing desk',
  'rank tracker',
  'keyword research',
  'dog food',
  'electric bike',
  'olive oil',
  'dark chocolate',
] as const

const forms = [
  '{p}',
  'best {p}',
  '{p} near me',
  '{p} reviews',
  'cheap {p}',
  '{p} for beginners',
  '{p} online',
  'buy {p}',
  '{p} price',
  'how to choose {p}',
  'what is {p}',
  '{p} guide',
  '{p} sale',
  'organic {p}',
  '{p} gift',
  '{p} delivery',
  '{p} comparison',
  'top rated {p}',
  '{p} vs',
  '{p} ideas',
  '{p} subscription',
  'small {p}',
  '{p} discount',
  '{p} tips',
  '{p} store',
  'premium {p}',
  '{p} benefits',
  '{p} history',
  'homemade {p}',
  '{p} set',
] as const

const fill = (form: string, phrase: string) => form.replace('{p}', () => phrase)

/** Sites can be found to rank for these: some topics, their first forms, and the demo's. */
export const knownPhrases: readonly string[] = [
  ...topics.flatMap((topic) => forms.slice(0, 8).map((form) => fill(form, topic))),
  ...demoPhrases.map(({ phrase }) => phrase),
]

/** Seeds first, each phrase once. */
export function ideasFor(seeds: readonly string[], limit: number): string[] {
  const ideas = forms.flatMap((form) => seeds.map((seed) => fill(form, seed)))
  return [...new Set(ideas)].slice(0, limit)
}

const ends = ['', ' near me', ' online', ' price', ' today', ' meaning', ' for kids', ' for sale', ' pictures']
const moreEnds = forms.filter((form) => form.startsWith('{p} ')).map((form) => fill(form, ''))

/** At most ten; the beginning may end within a word. */
export function suggestionsFor(begun: string): string[] {
  const known = knownPhrases.filter((phrase) => phrase.startsWith(begun) && phrase !== begun)
  const [, phrase, letter = ''] = /^(.+)( [a-z])$/.exec(begun) ?? []
  const proposed =
    phrase === undefined
      ? ends.map((end) => begun + end)
      : [...ends, ...moreEnds].filter((end) => end.startsWith(letter)).map((end) => phrase + end)
  return [...new Set([...proposed, ...known])].slice(0, 10)
}
