/** The names, numbers and dates in a sentence. */
export type Facts = Readonly<Record<string, string | number>>
/** An English sentence with its key and facts, from which another language makes a sentence of its own. */
export type Sentence = { key: string; facts: Facts; text: string }

type Entries = Readonly<Record<string, string | ((facts: never) => string)>>
type SentencesOf<E> = {
  readonly [K in keyof E]: E[K] extends (facts: infer F) => string ? (facts: F) => Sentence : Sentence
}
/** A catalogue in another language: a whole sentence for each key. */
export type Translated<C> = {
  readonly [K in keyof C]: C[K] extends (facts: infer F) => Sentence ? (facts: F) => string : string
}

/** Gives each sentence its key; an entry with facts becomes a function of them. */
export function catalogue<const E extends Entries>(entries: E): SentencesOf<E> {
  const sentences = Object.entries(entries).map(([key, entry]) =>
    typeof entry === 'string'
      ? [key, { key, facts: {}, text: entry }]
      : [key, (facts: never) => ({ key, facts, text: entry(facts) })],
  )
  // safe because each entry became what its form asks for
  return Object.fromEntries(sentences) as SentencesOf<E>
}

const plurals = new Intl.PluralRules('en')

/** A number with the form of its noun. */
export function counted(count: number, { one, other }: { one: string; other: string }): string {
  return `${count.toLocaleString('en')} ${plurals.select(count) === 'one' ? one : other}`
}
