import { createRouter } from '@tanstack/react-router'
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
import { inside, root } from '../routing/parents.ts'
import { beginOnClick } from './begin-on-click.ts'
import { EveryPage } from './every-page.tsx'
import { Failed } from './failed.tsx'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell.tsx'

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

beginOnClick(router)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
