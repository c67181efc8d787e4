import { type Clock, dayMs } from '@rts/shared/clock'
import { blockKinds, type ResultsPageRow } from '@rts/shared/contract/rows/results-page'
import { hostOfUrl, isWithin } from '@rts/shared/hosts'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { type Blocks, cutPage, unpackPage } from '../history/history.ts'
import { requireKeyword } from '../keywords/keywords.ts'
import { listCompetitors, type Site, siteOf } from '../sites/sites.ts'
import { listPageChanges } from './notable-changes.sql.ts'
import { type KeywordPage, listPageDates, readPageAt } from './results-pages.sql.ts'
import { competingPages } from './rules/competing-pages.ts'
import { type PlacedResult, pageChanges } from './rules/page-changes.ts'

export function resultsPageHandlers({ db, records }: { db: Database; records: Records }) {
  return {
    'pageDates.list': async ({ params, caller }) => {
      const site = await siteOf(db, caller, params.id)
      await requireKeyword(records, site.id, params.kid)
      const dates = await listPageDates(db, site.id, params.kid, maxDates)
      return { dates: dates.map(({ at, ...date }) => ({ at: at.toISOString(), ...date })) }
    },

    'resultsPages.get': async ({ params, query: { at }, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const page = await readPage(db, site.id, params.kid, at)
      const ownerOf = await ownersOf(db, site)
      const results = page.results.map((result) => ({ ...result, owner: ownerOf(result.host) }))
      return { page: { ...page.head, results, questions: page.questions, ...blocksOf(page.blocks, ownerOf) } }
    },

    'pageChanges.list': async ({ params, query, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const read = (at: string) => readPage(db, site.id, params.kid, at)
      const [before, after, ownerOf] = await Promise.all([read(query.before), read(query.after), ownersOf(db, site)])
      const changes = pageChanges(comparable(before), comparable(after))
      return {
        before: before.head,
        after: after.head,
        changes: changes.map((change) => ({ ...change, owner: ownerOf(change.host) })),
      }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

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

export const maxDates = 1_000

type Owner = ResultsPageRow['results'][number]['owner']
export type OwnerOf = (host: string) => Owner
export type StoredPage = ReturnType<typeof unpacked>

/** Tells whose a host is: the site's, a competitor's, or null for anybody else's. */
export async function ownersOf(db: Database, site: Site): Promise<OwnerOf> {
  const rivals = await listCompetitors(db, site.id)
  return (host) => {
    if (isWithin(host, site.domain)) return 'own'
    return rivals.some(({ domain }) => isWithin(host, domain)) ? 'competitor' : null
  }
}

/** The stored page of a site's keyword at one of its dates. Throws `not_found`. */
export async function readPage(db: Database, siteId: string, keywordId: string, at: string): Promise<StoredPage> {
  return unpacked(await readPageAt(db, siteId, keywordId, at))
}

export function comparable({ head, results }: StoredPage) {
  return { depth: head.depth, results }
}

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

/** Of the latest changes: hardly any site has more in a quarter. */
const maxTurns = 5_000

/** Phrases for which several addresses of the site take turns, so that none of them gets the strength of all. */
export function competingPageHandlers({ db, clock }: { db: Database; clock: Clock }) {
  return {
    'competingPages.list': async ({ params, query, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const since = new Date(clock.now().getTime() - query.days * dayMs)
      const turns = await listPageChanges(db, site.id, since, maxTurns)
      return { phrases: competingPages(turns) }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}
