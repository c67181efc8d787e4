import { createRoute } from '@tanstack/react-router'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { inside } from '../../routing/parents.ts'
import { aroundSearch, gapSearch } from './search.ts'

const getParentRoute = () => inside

export const researchPages = [
  createRoute({
    getParentRoute,
    path: pages.research,
    staticData: { menu: { group: 'Grow', name: 'Research' } },
    validateSearch: aroundSearch,
    component: pageComponent(() => import('./research.tsx'), 'Research'),
  }),
  createRoute({
    getParentRoute,
    path: pages.planner,
    staticData: { menu: { group: 'Grow', name: 'Planner' } },
    validateSearch: aroundSearch,
    component: pageComponent(() => import('./planner.tsx'), 'Planner'),
  }),
  createRoute({
    getParentRoute,
    path: pages.gap,
    staticData: { menu: { group: 'Grow', name: 'Gap' } },
    validateSearch: gapSearch,
    component: pageComponent(() => import('./gap.tsx'), 'Gap'),
  }),
] as const
