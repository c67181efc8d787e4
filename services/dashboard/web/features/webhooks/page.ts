import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'

export const webhooksPages = [
  createRoute({
    getParentRoute,
    path: pages.webhooks,
    staticData: { menu: { group: 'reports', name: t.webhooks } },
    component: pageComponent(() => import('./webhooks.tsx'), 'Webhooks'),
  }),
] as const
