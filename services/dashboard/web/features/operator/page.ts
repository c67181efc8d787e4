import { createRoute } from '@tanstack/react-router'
import { pageComponent } from '../../app/page-code.ts'
import { inside } from '../../app/root.ts'
import { pages } from '../../routes.ts'

const getParentRoute = () => inside

export const operatorPages = [
  createRoute({
    getParentRoute,
    path: pages.operator,
    staticData: { menu: { group: 'Ranks', name: 'Operator' } },
    component: pageComponent(() => import('./operator.tsx'), 'Operator'),
  }),
] as const
