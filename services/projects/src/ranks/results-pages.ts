import { blockKinds, type ResultsPageRow } from '@rts/shared/contract/rows/results-page'
import { hostOfUrl, isWithin } from '@rts/shared/hosts'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { requireKeyword } from '../keywords/keywords.ts'
import { type Blocks, cutPage, unpackPage } from '../rank-checks/rank-checks.ts'
import { listCompetitors, type Site, siteOf } from '../sites/sites.ts'
import { type KeywordPage, listPageDates, readPageAt } from './results-pages.sql.ts'
import { type PlacedResult, pageChanges } from './rules/page-changes.ts'

const mostDates = 1_000

type Owner = ResultsPageRow['results'][number]['owner']
type OwnerOf = (host: string) => Owner

export function resultsPageHandlers({ db, records }: { db: Database; records: Records }) {
  async function ownersOf(site: Site): Promise<OwnerOf> {
    const rivals = await listCompetitors(db, site.id)
    return (host) => {
      if (isWithin(host, site.domain)) return 'own'
      return rivals.some(({ domain }) => isWithin(host, domain)) ? 'competitor' : null
    }
  }

  return {
    'pageDates.list': async ({ params, caller }) => {
      const site = await siteOf(db, caller, params.id)
      await requireKeyword(records, site.id, params.kid)
      const dates = await listPageDates(db, site.id, params.kid, mostDates)
      return { dates: dates.map(({ at, ...date }) => ({ at: at.toISOString(), ...date })) }
    },

    'resultsPages.get': async ({ params, query: { at }, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const page = unpacked(await readPageAt(db, site.id, params.kid, at))
      const ownerOf = await ownersOf(site)
      const results = page.results.map((result) => ({ ...result, owner: ownerOf(result.host) }))
      return { page: { ...page.head, results, questions: page.questions, ...blocksOf(page.blocks, ownerOf) } }
    },

    'pageChanges.list': async ({ params, query, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const read = async (at: string) => unpacked(await readPageAt(db, site.id, params.kid, at))
      const [before, after, ownerOf] = await Promise.all([read(query.before), read(query.after), ownersOf(site)])
      const changes = pageChanges(comparable(before), comparable(after))
      return {
        before: before.head,
        after: after.head,
        changes: changes.map((change) => ({ ...change, owner: ownerOf(change.host) })),
      }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** A page as deep as it was read for the keyword. */
function unpacked({ at, source, sandbox, depth, ...bytes }: KeywordPage) {
  const whole = unpackPage(bytes)
  const { hosts, urls, ...rest } = cutPage({ ...whole, depth }, depth)
  const results = hosts.flatMap((host, i): PlacedResult[] =>
    host === '' ? [] : [{ position: i + 1, host, url: urls[i] ?? null }],
  )
  const isWhole = bytes.details !== null && (bytes.baseHosts === null || bytes.baseDetails !== null)
  const head = { at: at.toISOString(), isWhole, depth, source }
  return { ...rest, results, head: sandbox ? { ...head, sandbox } : head }
}

function comparable({ head, results }: ReturnType<typeof unpacked>) {
  return { depth: head.depth, results }
}

/** The blocks of a page, each with whom it names. */
function blocksOf({ kinds, citations, snippet }: Blocks, ownerOf: OwnerOf) {
  const sourcesOf = (urls: readonly string[] | null) =>
    urls?.map((url) => {
      const host = hostOfUrl(url) ?? ''
      return { host, url, owner: ownerOf(host) }
    }) ?? null
  const blocks = blockKinds
    .filter((kind) => kinds[kind])
    .map((kind) => {
      if (kind === 'ai_overview') return { kind, sources: sourcesOf(citations) }
      return { kind, sources: kind === 'snippet' && snippet !== null ? sourcesOf([snippet]) : null }
    })
  return { blocks, unknownKinds: blockKinds.filter((kind) => kinds[kind] === undefined) }
}
