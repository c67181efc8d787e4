import { QueryClient } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { pageCode } from './api/page-code.ts'
import { askAgainMs, isPassing } from './api/recovery.ts'
import { session } from './api/session.ts'
import { rememberWay } from './api/way-back.ts'
import { analyticsSearch } from './pages/analytics/search.ts'
import { Failed } from './pages/failed.tsx'
import { NotFound } from './pages/not-found.tsx'
import { type Outcome, outcomeOf } from './pages/search-console/outcome.ts'
import { Shell } from './pages/shell.tsx'
import { aroundSearch, gapSearch, linkSearch, openSearch } from './pages/site/list-search.ts'
import { siteSearch } from './pages/site/site-search.ts'
import { pages } from './routes.ts'
import { viewOf } from './ui/data-table/use-view.ts'

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < 2 && isPassing(error),
      refetchInterval: ({ state }) => askAgainMs(state),
    },
  },
})

const root = createRootRoute({ notFoundComponent: NotFound, errorComponent: Failed })
/** Who is signed in. Others sign in first, and come back. */
async function signedIn(way: string) {
  const found = await queries.ensureQueryData(session)
  if (found.person) return found
  rememberWay(way)
  throw redirect({ to: pages.signIn })
}

/** What only people with an account see. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  validateSearch: viewOf,
  async beforeLoad({ location }) {
    const { accounts } = await signedIn(location.href)
    if (accounts.length === 0) throw redirect({ to: pages.welcome })
  },
})

const entry = () => pageCode(() => import('./pages/entry/index.ts'))
const sites = () => pageCode(() => import('./pages/sites/index.tsx'))
const operator = () => pageCode(() => import('./pages/operator/index.ts'))
const site = () => pageCode(() => import('./pages/site/index.ts'))
const lists = () => pageCode(() => import('./pages/site/lists.ts'))
const writing = () => pageCode(() => import('./pages/writing/index.ts'))
const checks = () => pageCode(() => import('./pages/checks/index.ts'))
const searchConsole = () => pageCode(() => import('./pages/search-console/index.ts'))
const analytics = () => pageCode(() => import('./pages/analytics/index.ts'))
const billing = () => pageCode(() => import('./pages/billing/index.ts'))
const team = () => pageCode(() => import('./pages/team/index.ts'))
const account = () => pageCode(() => import('./pages/account/index.ts'))
const reference = () => pageCode(() => import('./pages/reference/index.ts'))
const developer = () => pageCode(() => import('./pages/developer/index.ts'))

const tree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: pages.signUp, component: lazyRouteComponent(entry, 'SignUp') }),
  createRoute({ getParentRoute: () => root, path: pages.signIn, component: lazyRouteComponent(entry, 'SignIn') }),
  createRoute({ getParentRoute: () => root, path: pages.verify, component: lazyRouteComponent(entry, 'Verify') }),
  createRoute({ getParentRoute: () => root, path: pages.reset, component: lazyRouteComponent(entry, 'Reset') }),
  createRoute({ getParentRoute: () => root, path: pages.newMail, component: lazyRouteComponent(entry, 'NewMail') }),
  createRoute({ getParentRoute: () => root, path: pages.claim, component: lazyRouteComponent(entry, 'Claim') }),
  createRoute({ getParentRoute: () => root, path: pages.invite, component: lazyRouteComponent(entry, 'Invite') }),
  createRoute({ getParentRoute: () => root, path: pages.connect, component: lazyRouteComponent(entry, 'Connect') }),
  createRoute({
    getParentRoute: () => root,
    path: pages.reference,
    component: lazyRouteComponent(reference, 'Reference'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: pages.welcome,
    component: lazyRouteComponent(entry, 'Welcome'),
    async beforeLoad({ location }) {
      const { accounts } = await signedIn(location.href)
      if (accounts.length > 0) throw redirect({ to: pages.home })
    },
  }),
  inside.addChildren([
    createRoute({ getParentRoute: () => inside, path: pages.home, component: lazyRouteComponent(sites, 'Sites') }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.site,
      validateSearch: siteSearch,
      component: lazyRouteComponent(site, 'Overview'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.operator,
      component: lazyRouteComponent(operator, 'Operator'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.keywords,
      validateSearch: siteSearch,
      component: lazyRouteComponent(site, 'KeywordsPage'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.comparison,
      component: lazyRouteComponent(site, 'Comparison'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.planner,
      validateSearch: aroundSearch,
      component: lazyRouteComponent(lists, 'Planner'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.gap,
      validateSearch: gapSearch,
      component: lazyRouteComponent(lists, 'Gap'),
    }),
    createRoute({ getParentRoute: () => inside, path: pages.autoAdd, component: lazyRouteComponent(lists, 'AutoAdd') }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.research,
      validateSearch: aroundSearch,
      component: lazyRouteComponent(lists, 'Research'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.plans,
      validateSearch: openSearch,
      component: lazyRouteComponent(writing, 'Plans'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.articles,
      component: lazyRouteComponent(writing, 'Articles'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.article,
      component: lazyRouteComponent(writing, 'Article'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.structuredData,
      component: lazyRouteComponent(checks, 'StructuredData'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.ideas,
      validateSearch: openSearch,
      component: lazyRouteComponent(lists, 'Ideas'),
    }),
    createRoute({ getParentRoute: () => inside, path: pages.issues, component: lazyRouteComponent(site, 'Issues') }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.backlinks,
      validateSearch: linkSearch,
      component: lazyRouteComponent(lists, 'Backlinks'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.aiVisibility,
      validateSearch: openSearch,
      component: lazyRouteComponent(lists, 'AiVisibility'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.analytics,
      validateSearch: analyticsSearch,
      component: lazyRouteComponent(analytics, 'Analytics'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.searchConsole,
      validateSearch: ({ days, ...search }: Record<string, unknown>): { days?: number; google?: Outcome } => ({
        ...outcomeOf(search),
        ...(typeof days === 'number' && { days }),
      }),
      component: lazyRouteComponent(searchConsole, 'SearchConsole'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.googleConnection,
      validateSearch: outcomeOf,
      component: lazyRouteComponent(searchConsole, 'SearchConsoleConnection'),
    }),
    createRoute({ getParentRoute: () => inside, path: pages.prices, component: lazyRouteComponent(billing, 'Plans') }),
    createRoute({ getParentRoute: () => inside, path: pages.orders, component: lazyRouteComponent(billing, 'Orders') }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.order,
      component: lazyRouteComponent(billing, 'OrderPage'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.receipt,
      component: lazyRouteComponent(billing, 'Receipt'),
    }),
    createRoute({ getParentRoute: () => inside, path: pages.keys, component: lazyRouteComponent(developer, 'Keys') }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.assistants,
      component: lazyRouteComponent(developer, 'Assistants'),
    }),
    createRoute({ getParentRoute: () => inside, path: pages.usage, component: lazyRouteComponent(account, 'Usage') }),
    createRoute({ getParentRoute: () => inside, path: pages.audit, component: lazyRouteComponent(account, 'Audit') }),
    createRoute({ getParentRoute: () => inside, path: pages.team, component: lazyRouteComponent(team, 'Team') }),
    createRoute({
      getParentRoute: () => inside,
      path: pages.account,
      component: lazyRouteComponent(account, 'Account'),
    }),
  ]),
])

export const router = createRouter({
  routeTree: tree,
  // A page about another site begins anew: nothing of the one before stays on it.
  defaultRemountDeps: ({ params }) => params,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
