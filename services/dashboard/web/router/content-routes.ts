import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { pageCode } from '../api/page-code.ts'
import { openSearch } from '../pages/site/list-search.ts'
import { pages } from '../routes.ts'
import { inside } from './root.ts'

const site = () => pageCode(() => import('../pages/site/index.ts'))
const writing = () => pageCode(() => import('../pages/writing/index.ts'))
const checks = () => pageCode(() => import('../pages/checks/index.ts'))
const getParentRoute = () => inside

/** What is on a site's pages, and what is written for it. */
export const contentRoutes = [
  createRoute({
    getParentRoute,
    path: pages.plans,
    validateSearch: openSearch,
    component: lazyRouteComponent(writing, 'Plans'),
  }),
  createRoute({ getParentRoute, path: pages.articles, component: lazyRouteComponent(writing, 'Articles') }),
  createRoute({ getParentRoute, path: pages.article, component: lazyRouteComponent(writing, 'Article') }),
  createRoute({ getParentRoute, path: pages.issues, component: lazyRouteComponent(site, 'Issues') }),
  createRoute({ getParentRoute, path: pages.structuredData, component: lazyRouteComponent(checks, 'StructuredData') }),
] as const
