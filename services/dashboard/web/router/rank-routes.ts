import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { pageCode } from '../api/page-code.ts'
import { siteSearch } from '../pages/site/site-search.ts'
import { pages } from '../routes.ts'
import { inside } from './root.ts'

const sites = () => pageCode(() => import('../pages/sites/index.tsx'))
const site = () => pageCode(() => import('../pages/site/index.ts'))
const settings = () => pageCode(() => import('../pages/site/settings/settings.tsx'))
const operator = () => pageCode(() => import('../pages/operator/index.ts'))
const getParentRoute = () => inside

/** The sites, and where one of them stands. */
export const rankRoutes = [
  createRoute({ getParentRoute, path: pages.home, component: lazyRouteComponent(sites, 'Sites') }),
  createRoute({
    getParentRoute,
    path: pages.site,
    validateSearch: siteSearch,
    component: lazyRouteComponent(site, 'Overview'),
  }),
  createRoute({ getParentRoute, path: pages.operator, component: lazyRouteComponent(operator, 'Operator') }),
  createRoute({
    getParentRoute,
    path: pages.keywords,
    validateSearch: siteSearch,
    component: lazyRouteComponent(site, 'KeywordsPage'),
  }),
  createRoute({ getParentRoute, path: pages.comparison, component: lazyRouteComponent(site, 'Comparison') }),
  createRoute({ getParentRoute, path: pages.settings, component: lazyRouteComponent(settings, 'Settings') }),
] as const
