/** Of a row or a field that goes: it works as before until it ends. Days are UTC, as `2026-03-01`. */
export type Deprecation = {
  /** The day from which it is discouraged. */
  since: string
  /** The day from which it may be removed; absent while that is open. */
  sunset?: string
  /** What to use in its place, in words. */
  instead?: string
}

/** Fields by where they are: `query.q`, `body.keyword`, `response.score`. */
export type DeprecatedFields = Readonly<Record<`${'query' | 'body' | 'response'}.${string}`, Deprecation>>

/** A deprecation as a sentence of the documents. */
export function deprecationInWords(what: string, { since, sunset, instead }: Deprecation): string {
  const end = sunset ? ` It may be removed from ${sunset} on.` : ''
  return `${what} is deprecated since ${since}.${end}${instead ? ` Use ${instead} instead.` : ''}`
}
