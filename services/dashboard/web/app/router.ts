import { onlineManager } from '@tanstack/react-query'
import { type BlockerFn, createRouter } from '@tanstack/react-router'
import { app as t } from '../../texts/app.ts'
import { queries, read } from '../api/call.ts'
import { session } from '../api/session.ts'
import { accountPages } from '../features/account/page.ts'
import { aiVisibilityPages } from '../features/ai-visibility/page.ts'
import { alertsPages } from '../features/alerts/page.ts'
import { analyticsPages } from '../features/analytics/page.ts'
import { assistantsPages } from '../features/assistants/page.ts'
import { autoAddPages } from '../features/auto-add/page.ts'
import { billingPages } from '../features/billing/page.ts'
import { comparisonPages } from '../features/comparison/page.ts'
import { entryPages } from '../features/entry/page.ts'
import { ideasPages } from '../features/ideas/page.ts'
import { issuesPages } from '../features/issues/page.ts'
import { keysPages } from '../features/keys/page.ts'
import { keywordsPages } from '../features/keywords/page.ts'
import { linksPages } from '../features/links/page.ts'
import { operatorPages } from '../features/operator/page.ts'
import { overviewPages } from '../features/overview/page.ts'
import { rankedPagesPages } from '../features/ranked-pages/page.ts'
import { referencePages } from '../features/reference/page.ts'
import { reportsPages, sharedReportPages } from '../features/reports/page.ts'
import { researchPages } from '../features/research/page.ts'
import { searchConsolePages } from '../features/search-console/page.ts'
import { sitesPages } from '../features/sites/page.ts'
import { structuredDataPages } from '../features/structured-data/page.ts'
import { teamPages } from '../features/team/page.ts'
import { trashPages } from '../features/trash/page.ts'
import { webhooksPages } from '../features/webhooks/page.ts'
import { writingPages } from '../features/writing/page.ts'
import { firstCalls } from '../first-calls.ts'
import { sayDone } from '../kit/undo.tsx'
import { inside, root } from '../routing/parents.ts'
import { Failed, NotFound } from './fallback-pages.tsx'
import { EveryPage, Shell } from './shell.tsx'

/** An opening page that takes longer says so. */
const momentMs = 100

root.update({ component: EveryPage, notFoundComponent: NotFound, errorComponent: Failed })
inside.update({ component: Shell })

export const router = createRouter({
  routeTree: root.addChildren([
    ...entryPages,
    ...referencePages,
    ...sharedReportPages,
    inside.addChildren([
      ...sitesPages,
      ...webhooksPages,
      ...overviewPages,
      ...operatorPages,
      ...alertsPages,
      ...keywordsPages,
      ...rankedPagesPages,
      ...comparisonPages,
      ...researchPages,
      ...autoAddPages,
      ...ideasPages,
      ...writingPages,
      ...issuesPages,
      ...structuredDataPages,
      ...linksPages,
      ...analyticsPages,
      ...aiVisibilityPages,
      ...searchConsolePages,
      ...keysPages,
      ...assistantsPages,
      ...accountPages,
      ...billingPages,
      ...teamPages,
      ...trashPages,
      ...reportsPages,
    ]),
  ]),
  // A page about another site begins anew: nothing of the one before stays on it.
  defaultRemountDeps: ({ params }) => params,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

beginOnClick()
holdOffline()

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** A page that is opened by a link begins its first calls while its code loads. */
function beginOnClick(): void {
  router.subscribe('onBeforeLoad', ({ pathChanged, toLocation: { pathname, searchStr } }) => {
    if (!pathChanged || !queries.getQueryData(session.queryKey)?.person) return
    for (const [name, input] of firstCalls(pathname, searchStr.slice(1))) void queries.prefetchQuery(read(name, input))
  })
}

/** Without a connection a page whose code was not loaded opens once there is one: until then address and menu stay with what is shown. */
function holdOffline(): void {
  let release = () => {}
  let latest = 0
  const blockerFn: BlockerFn = async ({ action, nextLocation }) => {
    if (action !== 'PUSH' && action !== 'REPLACE') return false
    const mine = ++latest
    const slow = setTimeout(() => sayDone({ text: t.opensOnline }), momentMs)
    await arrival(nextLocation.pathname)
    clearTimeout(slow)
    // Another page was asked for meanwhile.
    return mine !== latest
  }
  onlineManager.subscribe((isOnline) => {
    release()
    release = isOnline ? () => {} : router.history.block({ enableBeforeUnload: false, blockerFn })
  })
}

/** Until the code of a page is there. One that a newer build has replaced never is: the page says so itself. */
async function arrival(pathname: string): Promise<void> {
  const [routes] = router.getMatchedRoutes(pathname)
  await Promise.all(routes.map((route) => router.loadRouteChunk(route))).catch(() => undefined)
}
