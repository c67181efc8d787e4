import { createRoute } from '@tanstack/react-router'
import { pageComponent } from '../../app/page-code.ts'
import { inside } from '../../app/root.ts'
import { pages } from '../../routes.ts'

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
