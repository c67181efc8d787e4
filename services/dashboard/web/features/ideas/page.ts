import { createRoute } from '@tanstack/react-router'
import { openSearch } from '../../kit/table/search.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { inside } from '../../routing/parents.ts'

const getParentRoute = () => inside

export const ideasPages = [
  createRoute({
    getParentRoute,
    path: pages.ideas,
    staticData: { menu: { group: 'Content', name: 'Ideas' } },
    validateSearch: openSearch,
    component: pageComponent(() => import('./ideas.tsx'), 'Ideas'),
  }),
] as const
