/** Works as before until it ends. UTC days, as `2026-03-01`. */
export type Deprecation = {
  since: string
  /** Absent while undecided. */
  sunset?: string
  instead?: string
}

/** By place: `query.q`, `body.keyword`, `response.score`. */
export type DeprecatedFields = Readonly<Record<`${'query' | 'body' | 'response'}.${string}`, Deprecation>>

export function deprecationInWords(what: string, { since, sunset, instead }: Deprecation): string {
  const end = sunset ? ` It may be removed from ${sunset} on.` : ''
  return `${what} is deprecated since ${since}.${end}${instead ? ` Use ${instead} instead.` : ''}`
}
