import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'
import { outcomeOf, searchConsoleSearch } from './search.ts'

export const searchConsolePages = [
  createRoute({
    getParentRoute,
    path: pages.searchConsole,
    staticData: { menu: { group: 'site', name: t.searchConsole } },
    validateSearch: searchConsoleSearch,
    component: pageComponent(() => import('./site-page.tsx'), 'SearchConsole'),
  }),
  createRoute({
    getParentRoute,
    path: pages.googleConnection,
    staticData: { menu: { group: 'account', name: t.googleSearchConsole, allSites: true } },
    validateSearch: outcomeOf,
    component: pageComponent(() => import('./connection-page.tsx'), 'SearchConsoleConnection'),
  }),
] as const
