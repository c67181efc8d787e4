import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { pageCode } from '../api/page-code.ts'
import { analyticsSearch } from '../pages/analytics/search.ts'
import { outcomeOf } from '../pages/search-console/outcome.ts'
import { searchConsoleSearch } from '../pages/search-console/search.ts'
import { pages } from '../routes.ts'
import { inside } from './root.ts'

const analytics = () => pageCode(() => import('../pages/analytics/index.ts'))
const searchConsole = () => pageCode(() => import('../pages/search-console/index.ts'))
const getParentRoute = () => inside

/** What others count of a site. */
export const signalRoutes = [
  createRoute({
    getParentRoute,
    path: pages.analytics,
    validateSearch: analyticsSearch,
    component: lazyRouteComponent(analytics, 'Analytics'),
  }),
  createRoute({
    getParentRoute,
    path: pages.searchConsole,
    validateSearch: searchConsoleSearch,
    component: lazyRouteComponent(searchConsole, 'SearchConsole'),
  }),
  createRoute({
    getParentRoute,
    path: pages.googleConnection,
    validateSearch: outcomeOf,
    component: lazyRouteComponent(searchConsole, 'SearchConsoleConnection'),
  }),
] as const
