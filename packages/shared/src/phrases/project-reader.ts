import type { OperationOutput } from '../contract/operation.ts'
import type { Operations } from '../contract/table.ts'
import { type RpcClient, systemCaller } from '../service/rpc-client.ts'
import { createKeptComparisons } from './kept-comparisons.ts'
import type { Comparison, EarlierRank, RivalUrlOf, SeenPage, TrackedKeyword } from './own-pages.ts'

type KeywordPage = OperationOutput<Operations['keywords.snapshot']>
type Column = Pick<KeywordPage['competitors'][number], 'id' | 'domain' | 'positions'>
const urlsOfCall = 1_000
type History = Comparison & { earlier: Map<string, EarlierRank>[] }
export type ProjectReader = ReturnType<typeof createProjectReader>

export function createProjectReader(call: RpcClient) {
  const kept = createKeptComparisons()
  const keywordPages = (accountId: string, siteId: string, hosts: 'own' | 'all', earlierDays: readonly number[] = []) =>
    everyPage(siteId, ({ params, query }) =>
      call(
        'keywords.snapshot',
        { params, query: { ...query, hosts, earlierDays: [...earlierDays] } },
        systemCaller(accountId),
      ),
    )

  /** `earlier` has the ranks of so many days ago, by the keyword's id. */
  async function history(accountId: string, siteId: string, earlierDays: readonly number[] = []): Promise<History> {
    const keywords: TrackedKeyword[] = []
    const earlier = earlierDays.map(() => new Map<string, EarlierRank>())
    const rivals = new Map<string, Column>()
    let competitors: Column[] = []
    for await (const page of keywordPages(accountId, siteId, 'all', earlierDays)) {
      competitors = page.competitors.map((rival) => appended(rivals, rival, keywords.length))
      for (const keyword of trackedOf(page, keywords.length)) keywords.push(keyword)
      for (const [i, ranks] of earlier.entries()) addEarlier(ranks, page, i)
    }
    return { competitors, keywords, earlier }
  }

  async function versionOf(accountId: string, siteId: string): Promise<string | null> {
    const input = { params: { id: siteId }, query: { hosts: 'own' as const, limit: 1 } }
    return (await call('keywords.snapshot', input, systemCaller(accountId))).version
  }

  return {
    history,

    /** The present ranks, kept until they change. */
    async comparison(accountId: string, siteId: string): Promise<Comparison> {
      const version = await versionOf(accountId, siteId)
      const known = version === null ? undefined : kept.get(siteId, version)
      if (known) return known
      const { competitors, keywords } = await history(accountId, siteId)
      if (version !== null) kept.keep(siteId, version, { competitors, keywords })
      return { competitors, keywords }
    },

    async rivalUrls(accountId: string, siteId: string, keywordIds: readonly string[]): Promise<RivalUrlOf> {
      const urls = new Map<string, Map<string, string | null>>()
      for (let at = 0; at < keywordIds.length; at += urlsOfCall) {
        const ids = keywordIds.slice(at, at + urlsOfCall)
        const input = { params: { id: siteId }, body: { ids } }
        const { competitors } = await call('rivalUrls.snapshot', input, systemCaller(accountId))
        for (const rival of competitors) {
          const column = urls.get(rival.id) ?? new Map()
          urls.set(rival.id, column)
          for (const [i, id] of ids.entries()) column.set(id, rival.urls[i] ?? null)
        }
      }
      return (competitorId, keywordId) => urls.get(competitorId)?.get(keywordId) ?? null
    },

    async keywords(accountId: string, siteId: string): Promise<TrackedKeyword[]> {
      const keywords: TrackedKeyword[] = []
      for await (const page of keywordPages(accountId, siteId, 'own'))
        for (const keyword of trackedOf(page, keywords.length)) keywords.push(keyword)
      return keywords
    },

    /** The pages that the keywords have their ranks from, by the keyword's id. */
    async pages(accountId: string, siteId: string): Promise<Map<string, SeenPage>> {
      const pages = new Map<string, SeenPage>()
      const read = (input: PageInput) => call('pages.snapshot', input, systemCaller(accountId))
      for await (const page of everyPage(siteId, read))
        for (const [i, id] of page.ids.entries()) {
          const urls = (page.urls[i] ?? []).filter((url) => url !== null)
          pages.set(id, { urls, questions: page.questions[i] ?? [], fetchedAt: page.fetchedAts[i] ?? null })
        }
      return pages
    },

    /** Queries that the search console shows a site for near the first places, and that it does not track; null where none were read. */
    async searched(accountId: string, siteId: string) {
      const input = { params: { id: siteId } }
      const found = await call('searchQueries.snapshot', input, systemCaller(accountId))
      const { queries, impressions, positions, startDate, endDate, sandbox } = found
      if (startDate === null || endDate === null) return null
      const rows = queries.map((query, i) => {
        return { query, impressions: impressions[i] ?? 0, position: positions[i] ?? 0 }
      })
      return { queries: rows, startDate, endDate, sandbox }
    },
  }
}

type PageInput = { params: { id: string }; query: { cursor?: string } }

/** The next page is on its way while one is read. */
async function* everyPage<P extends { nextCursor: string | null }>(
  siteId: string,
  read: (input: PageInput) => Promise<P>,
): AsyncGenerator<P, void> {
  for (let next: Promise<P> | null = read({ params: { id: siteId }, query: {} }); next; ) {
    const page: P = await next
    const { nextCursor } = page
    next = nextCursor === null ? null : read({ params: { id: siteId }, query: { cursor: nextCursor } })
    // A reader that leaves early does not hear of its failure.
    next?.catch(() => {})
    yield page
  }
}

function appended(rivals: Map<string, Column>, { id, domain, positions }: Column, at: number): Column {
  const rival = rivals.get(id) ?? { id, domain, positions: [] }
  rivals.set(id, rival)
  for (const [i, position] of positions.entries()) rival.positions[at + i] = position
  return rival
}

function trackedOf(page: KeywordPage, at: number): TrackedKeyword[] {
  return page.ids.map((id, i) => ({
    id,
    key: page.identities[i] ?? '',
    phrase: page.phrases[i] ?? '',
    country: page.countries[i] ?? '',
    language: page.languages[i] ?? '',
    device: page.devices[i] ?? 'desktop',
    location: page.locations[i] ?? null,
    position: page.positions[i] ?? null,
    url: page.urls[i] ?? null,
    checkedAt: page.checkedAts[i] ?? null,
    aiOverview: page.aiOverviews?.[i] ?? null,
    sandbox: page.sandboxes[i] ?? false,
    row: at + i,
  }))
}

function addEarlier(ranks: Map<string, EarlierRank>, page: KeywordPage, i: number): void {
  const columns = page.earlier[i]
  for (const [row, id] of page.ids.entries()) {
    const position = columns?.positions[row] ?? null
    const checkedAt = columns?.checkedAts[row] ?? null
    if (position !== null && checkedAt !== null) ranks.set(id, { position, url: columns?.urls[row] ?? null, checkedAt })
  }
}
