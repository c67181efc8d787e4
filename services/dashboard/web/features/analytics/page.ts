import { createRoute } from '@tanstack/react-router'
import { pageComponent } from '../../app/page-code.ts'
import { inside } from '../../app/root.ts'
import { pages } from '../../routes.ts'
import { analyticsSearch } from './search.ts'

const getParentRoute = () => inside

export const analyticsPages = [
  createRoute({
    getParentRoute,
    path: pages.analytics,
    staticData: { menu: { group: 'Signals', name: 'Analytics' } },
    validateSearch: analyticsSearch,
    component: pageComponent(() => import('./analytics.tsx'), 'Analytics'),
  }),
] as const
