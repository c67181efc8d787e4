import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'

export const comparisonPages = [
  createRoute({
    getParentRoute,
    path: pages.comparison,
    staticData: {
      menu: { name: t.rivals, shortcut: { keys: 'g c', does: t.goToTheRankComparison } },
    },
    component: pageComponent(() => import('./comparison.tsx'), 'Comparison'),
  }),
] as const
