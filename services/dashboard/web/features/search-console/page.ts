import { createRoute } from '@tanstack/react-router'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { inside } from '../../routing/parents.ts'
import { outcomeOf } from './outcome.ts'
import { searchConsoleSearch } from './search.ts'

const getParentRoute = () => inside

export const searchConsolePages = [
  createRoute({
    getParentRoute,
    path: pages.searchConsole,
    staticData: { menu: { group: 'Signals', name: 'Search console' } },
    validateSearch: searchConsoleSearch,
    component: pageComponent(() => import('./site-page.tsx'), 'SearchConsole'),
  }),
  createRoute({
    getParentRoute,
    path: pages.googleConnection,
    staticData: { menu: { group: 'Account', name: 'Google search console' } },
    validateSearch: outcomeOf,
    component: pageComponent(() => import('./connection-page.tsx'), 'SearchConsoleConnection'),
  }),
] as const
