import type { SeenPage, TrackedKeyword } from '@rts/shared/phrases/own-pages'

export type Suggestion = { question: string; keywords: string[]; count: number; seenAt: string }
type Keyword = Pick<TrackedKeyword, 'id' | 'phrase'>
type Known = {
  taken: ReadonlySet<string>
  identityOf(question: string): string
}

const maxKeywords = 10

/** Results-page questions not taken: by page count, newest, alphabet. Case variants are one. */
export function suggestionsOf(
  keywords: readonly Keyword[],
  pages: ReadonlyMap<string, Pick<SeenPage, 'questions' | 'fetchedAt'>>,
  { taken, identityOf }: Known,
): Suggestion[] {
  const found = new Map<string, Suggestion>()
  for (const { id, phrase } of keywords) {
    const { questions = [], fetchedAt = null } = pages.get(id) ?? {}
    if (fetchedAt === null) continue
    for (const [identity, question] of new Map(questions.map((each) => [identityOf(each), each]))) {
      if (taken.has(identity)) continue
      const known = found.get(identity) ?? { question, keywords: [], count: 0, seenAt: fetchedAt }
      found.set(identity, known)
      known.count++
      if (known.keywords.length < maxKeywords) known.keywords.push(phrase)
      if (fetchedAt > known.seenAt) known.seenAt = fetchedAt
    }
  }
  return [...found.values()].sort(
    (one, other) =>
      other.count - one.count || compare(other.seenAt, one.seenAt) || compare(one.question, other.question),
  )
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
