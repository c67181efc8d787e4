import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'

export const autoAddPages = [
  createRoute({
    getParentRoute,
    path: pages.autoAdd,
    staticData: { menu: { group: 'research', name: t.autoAdd } },
    component: pageComponent(() => import('./auto-add.tsx'), 'AutoAdd'),
  }),
] as const
