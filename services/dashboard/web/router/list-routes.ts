import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { pageCode } from '../api/page-code.ts'
import { aroundSearch, gapSearch, linkSearch, openSearch } from '../pages/site/list-search.ts'
import { pages } from '../routes.ts'
import { inside } from './root.ts'

const lists = () => pageCode(() => import('../pages/site/lists.ts'))
const getParentRoute = () => inside

/** Long lists of what was collected for a site. */
export const listRoutes = [
  createRoute({
    getParentRoute,
    path: pages.planner,
    validateSearch: aroundSearch,
    component: lazyRouteComponent(lists, 'Planner'),
  }),
  createRoute({
    getParentRoute,
    path: pages.gap,
    validateSearch: gapSearch,
    component: lazyRouteComponent(lists, 'Gap'),
  }),
  createRoute({ getParentRoute, path: pages.autoAdd, component: lazyRouteComponent(lists, 'AutoAdd') }),
  createRoute({
    getParentRoute,
    path: pages.research,
    validateSearch: aroundSearch,
    component: lazyRouteComponent(lists, 'Research'),
  }),
  createRoute({
    getParentRoute,
    path: pages.ideas,
    validateSearch: openSearch,
    component: lazyRouteComponent(lists, 'Ideas'),
  }),
  createRoute({
    getParentRoute,
    path: pages.backlinks,
    validateSearch: linkSearch,
    component: lazyRouteComponent(lists, 'Backlinks'),
  }),
  createRoute({
    getParentRoute,
    path: pages.aiVisibility,
    validateSearch: openSearch,
    component: lazyRouteComponent(lists, 'AiVisibility'),
  }),
] as const
