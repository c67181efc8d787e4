import { createRoute } from '@tanstack/react-router'
import { pageComponent } from '../../app/page-code.ts'
import { inside } from '../../app/root.ts'
import { openSearch } from '../../kit/table/search.ts'
import { pages } from '../../routes.ts'

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
