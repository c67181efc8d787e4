import { mapInSteps } from '@rts/shared/scheduling'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { reachOf, unpackPage } from '../history/history.ts'
import { demoDomain, listCompetitors, scopeOf, siteOf } from '../sites/sites.ts'
import { findKeywords, listFallen, readFirstSteps } from './first-page.sql.ts'
import { type LatestPage, readLatestPages } from './results-pages.sql.ts'
import { suggestRivals } from './rules/suggested-rivals.ts'
import { listStandings } from './standings.sql.ts'

type FirstPageDeps = { db: Database; rhythmDays(accountId: string): Promise<number> }

const maxPages = 200
const pagesAtOnce = 50

export function firstPageHandlers({ db, rhythmDays }: FirstPageDeps) {
  return {
    'foundKeywords.list': async ({ query: { q, siteId = null }, caller }) => ({
      keywords: await findKeywords(db, scopeOf(caller), { q, firstSite: siteId }),
    }),

    'fallen.list': async ({ query: { days }, caller }) => {
      const reach = reachOf(await rhythmDays(caller.accountId))
      const rows = await listFallen(db, scopeOf(caller), { days, reachDays: reach })
      return { keywords: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
    },

    'firstSteps.get': async ({ query: { siteId }, caller }) => {
      const scope = scopeOf(caller)
      if (siteId === undefined) return readFirstSteps(db, scope, demoDomain)
      return readFirstSteps(db, { ...scope, siteIds: [(await siteOf(db, caller, siteId)).id] }, demoDomain)
    },

    'suggestedRivals.list': async ({ params, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const { rows } = await listStandings(db, site.id, { after: null, take: maxPages })
      const latest = await readLatestPages(
        db,
        rows.map(({ id }) => id),
      )
      const pages = (await mapInSteps(latest, pagesAtOnce, hostsOf)).filter((hosts) => hosts !== null)
      const rivals = await listCompetitors(db, site.id)
      const known = [site.domain, ...rivals.map(({ domain }) => domain)]
      return { rivals: suggestRivals(pages, known), pages: pages.length }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function hostsOf({ hosts, details, baseHosts, baseDetails }: LatestPage): string[] | null {
  return hosts && unpackPage({ hosts, details, baseHosts, baseDetails }).hosts
}
