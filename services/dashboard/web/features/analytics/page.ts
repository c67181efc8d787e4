import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'
import { analyticsSearch } from './search.ts'

export const analyticsPages = [
  createRoute({
    getParentRoute,
    path: pages.analytics,
    staticData: { menu: { group: 'site', name: t.analytics } },
    validateSearch: analyticsSearch,
    component: pageComponent(() => import('./analytics.tsx'), 'Analytics'),
  }),
] as const
