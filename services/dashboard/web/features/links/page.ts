import { createRoute } from '@tanstack/react-router'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { inside } from '../../routing/parents.ts'
import { linkSearch } from './search.ts'

const getParentRoute = () => inside

export const linksPages = [
  createRoute({
    getParentRoute,
    path: pages.backlinks,
    staticData: { menu: { group: 'Site health', name: 'Backlinks' } },
    validateSearch: linkSearch,
    component: pageComponent(() => import('./backlinks.tsx'), 'Backlinks'),
  }),
] as const
