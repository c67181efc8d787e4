import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'

export const operatorPages = [
  createRoute({
    getParentRoute,
    path: pages.operator,
    staticData: { menu: { name: t.toDo } },
    component: pageComponent(() => import('./operator.tsx'), 'Operator'),
  }),
] as const
