import { blockKinds } from '@rts/shared/contract/rows/results-page'
import { hostOfUrl } from '@rts/shared/hosts'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import type { Blocks } from '../history/history.ts'
import { requireKeyword } from '../keywords/keywords.ts'
import { siteOf } from '../sites/sites.ts'
import { listPageDates } from './results-pages.sql.ts'
import { pageChanges } from './rules/page-changes.ts'
import { comparable, maxDates, type OwnerOf, ownersOf, readPage } from './stored-pages.ts'

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
