import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'
import { aroundSearch, gapSearch } from './search.ts'

export const researchPages = [
  createRoute({
    getParentRoute,
    path: pages.research,
    staticData: { menu: { group: 'research', name: t.research, allSites: true } },
    validateSearch: aroundSearch,
    component: pageComponent(() => import('./research.tsx'), 'Research'),
  }),
  createRoute({
    getParentRoute,
    path: pages.planner,
    staticData: { menu: { group: 'research', name: t.planner } },
    validateSearch: aroundSearch,
    component: pageComponent(() => import('./planner.tsx'), 'Planner'),
  }),
  createRoute({
    getParentRoute,
    path: pages.gap,
    staticData: { menu: { group: 'research', name: t.gap } },
    validateSearch: gapSearch,
    component: pageComponent(() => import('./gap.tsx'), 'Gap'),
  }),
] as const
