import type { ResultsPageRow } from '@rts/shared/contract/rows/results-page'
import { isWithin } from '@rts/shared/hosts'
import type { Database } from '@rts/shared/service/transaction'
import { cutPage, unpackPage } from '../history/history.ts'
import { listCompetitors, type Site } from '../sites/sites.ts'
import { type KeywordPage, readPageAt } from './results-pages.sql.ts'
import type { PlacedResult } from './rules/page-changes.ts'

/** Dates of stored pages that are listed: the latest. */
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

/** A page as two of them are compared. */
export function comparable({ head, results }: StoredPage) {
  return { depth: head.depth, results }
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
