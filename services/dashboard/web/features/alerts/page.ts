import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'

export const alertsPages = [
  createRoute({
    getParentRoute,
    path: pages.alerts,
    staticData: { menu: { group: 'reports', name: t.alerts } },
    component: pageComponent(() => import('./alerts.tsx'), 'Alerts'),
  }),
] as const
