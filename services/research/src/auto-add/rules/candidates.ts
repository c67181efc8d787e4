import type { ProposalRow } from '@rts/shared/contract/rows/auto-add'
import { opportunityOf } from '@rts/shared/phrases/opportunity'
import { type Comparison, ownPages, type Place, type SeenPage } from '@rts/shared/phrases/own-pages'

export type Evidence = ProposalRow['evidence'][number]
export type Candidate = {
  key: string
  phrase: string
  /** Searches per month; null: unknown. */
  volume: number | null
  /** 0 to 100; null: unknown. */
  opportunity: number | null
  evidence: Evidence[]
}
/** A provider's idea; `key`: phrase identity. */
type Idea = {
  key: string
  phrase: string
  volume: number | null
  difficulty: number | null
  source: string
  sandbox: boolean
}
export type Saved = {
  place: Place
  comparison: Comparison
  pages: ReadonlyMap<string, SeenPage>
  ideas: { rows: readonly Idea[]; updatedAt: string } | null
  searched: {
    queries: readonly { query: string; impressions: number; position: number }[]
    endDate: string
    sandbox: boolean
  } | null
  identityOf(phrase: string): string
}
type Seen = { key: string; phrase: string; volume: number | null; difficulty: number | null; evidence: Evidence }

const none = { keyword: null, impressions: null, position: null }
const longestPhrase = 100

/** Untracked phrases in the site's saved data, each with its evidence. */
export function candidatesOf(saved: Saved): Candidate[] {
  const tracked = new Set(saved.comparison.keywords.map(({ key }) => key))
  const seen = [...ideasOf(saved), ...questionsOf(saved), ...searchesOf(saved)]
  const wanted = seen.filter(({ key, phrase }) => canBeTracked(phrase) && !tracked.has(key))
  return [...Map.groupBy(wanted, ({ key }) => key)].flatMap(([key, all]) => {
    const best = all.find(({ volume }) => volume !== null) ?? all[0]
    if (!best) return []
    const { phrase, volume } = best
    return [
      {
        key,
        phrase,
        volume,
        opportunity: opportunityOf(best, null),
        evidence: all.map((each) => each.evidence),
      },
    ]
  })
}

/** One short non-empty line. */
function canBeTracked(phrase: string): boolean {
  return phrase.trim() !== '' && phrase.length <= longestPhrase && !/[\p{Cc}\u2028\u2029]/u.test(phrase)
}

function ideasOf({ ideas }: Saved): Seen[] {
  return (ideas?.rows ?? []).map(({ key, phrase, volume, difficulty, source, sandbox }) => {
    const evidence = { ...none, kind: 'idea' as const, source, seenAt: ideas?.updatedAt ?? '', ...sandboxOf(sandbox) }
    return { key, phrase, volume, difficulty, evidence }
  })
}

/** Questions from results pages of keywords tracked in the site's country and language. */
function questionsOf({ comparison, pages, place, identityOf }: Saved): Seen[] {
  return comparison.keywords.flatMap(({ id, phrase: keyword, country, language, sandbox }) => {
    const page = pages.get(id)
    if (!page || page.fetchedAt === null || country !== place.country || language !== place.language) return []
    const seenAt = page.fetchedAt
    return page.questions.map((phrase) => ({
      key: identityOf(phrase),
      phrase,
      volume: null,
      difficulty: null,
      evidence: { ...none, kind: 'question' as const, source: ownPages, seenAt, keyword, ...sandboxOf(sandbox) },
    }))
  })
}

function searchesOf({ searched, identityOf }: Saved): Seen[] {
  return (searched?.queries ?? []).map(({ query, impressions, position }) => {
    const facts = { source: 'search_console', seenAt: `${searched?.endDate}T00:00:00.000Z`, keyword: null }
    const evidence = {
      kind: 'search' as const,
      ...facts,
      impressions,
      position,
      ...sandboxOf(searched?.sandbox ?? false),
    }
    return { key: identityOf(query), phrase: query, volume: null, difficulty: null, evidence }
  })
}

function sandboxOf(sandbox: boolean): { sandbox?: true } {
  return sandbox ? { sandbox } : {}
}
