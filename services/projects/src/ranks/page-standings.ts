import { type BlockKind, blockKinds } from '@rts/shared/contract/rows/results-page'
import { hostOfUrl } from '@rts/shared/hosts'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import type { Blocks } from '../history/history.ts'
import { requireKeyword } from '../keywords/keywords.ts'
import { siteOf } from '../sites/sites.ts'
import { listPageDates } from './results-pages.sql.ts'
import { comparable, maxDates, ownersOf, readPage } from './results-pages.ts'
import { pageChanges } from './rules/page-changes.ts'
import { placedResults } from './rules/page-standings.ts'

/** The latest results page of a keyword beside an earlier one, as one list. */
export function pageStandingHandlers({ db, records }: { db: Database; records: Records }) {
  return {
    'pageStandings.get': async ({ params, query: { since }, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const { phrase: keyword } = await requireKeyword(records, site.id, params.kid)
      const dates = await listPageDates(db, site.id, params.kid, maxDates)
      const [latest, before] = dates
      const compared = since === undefined ? before : dates.find(({ at }) => at <= new Date(`${since}T23:59:59.999Z`))
      const read = (date: { at: Date } | undefined) =>
        date ? readPage(db, site.id, params.kid, date.at.toISOString()) : null
      const [page, earlier, ownerOf] = await Promise.all([
        read(latest),
        read(compared === latest ? undefined : compared),
        ownersOf(db, site),
      ])
      const changes = page && earlier ? pageChanges(comparable(earlier), comparable(page)) : []
      return {
        keyword,
        page: page?.head ?? null,
        earlier: earlier?.head ?? null,
        firstPageAt: dates.at(-1)?.at.toISOString() ?? null,
        rows: placedResults(page?.results ?? [], changes).map((row) => ({ ...row, owner: ownerOf(row.host) })),
        questions: page?.questions ?? [],
        blocks: page ? blocksOf(page.blocks) : [],
      }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** The blocks that a page has, with the hosts that they name where those are known. */
function blocksOf({ kinds, citations, snippet }: Blocks): { kind: BlockKind; hosts: string[] | null }[] {
  const named: Partial<Record<BlockKind, readonly string[] | null>> = {
    ai_overview: citations,
    snippet: snippet === null ? null : [snippet],
  }
  const hostsOf = (urls: readonly string[] | null) => urls?.map((url) => hostOfUrl(url) ?? '') ?? null
  return blockKinds.filter((kind) => kinds[kind]).map((kind) => ({ kind, hosts: hostsOf(named[kind] ?? null) }))
}
