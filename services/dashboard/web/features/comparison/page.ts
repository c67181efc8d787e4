import { createRoute } from '@tanstack/react-router'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { inside } from '../../routing/parents.ts'

const getParentRoute = () => inside

export const comparisonPages = [
  createRoute({
    getParentRoute,
    path: pages.comparison,
    staticData: {
      menu: { group: 'Ranks', name: 'Rank comparison', shortcut: { keys: 'g c', does: 'Go to the comparison' } },
    },
    component: pageComponent(() => import('./comparison.tsx'), 'Comparison'),
  }),
] as const
