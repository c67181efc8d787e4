import type { Sentence } from '@rts/shared/texts/sentence'

type Catalogue = Readonly<Record<string, string | ((facts: never) => string)>>

/** A sentence of a service in the words of a catalogue; undefined for a key that is not there, as of a newer service. */
export function inWords(catalogue: Catalogue, { key, facts }: Omit<Sentence, 'text'>): string | undefined {
  const entry = Object.hasOwn(catalogue, key) ? catalogue[key] : undefined
  // safe because both languages have the same facts for a key
  return typeof entry === 'function' ? entry(facts as never) : entry
}
