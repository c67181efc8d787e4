import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { root } from '../../routing/parents.ts'

const getParentRoute = () => root

export const referencePages = [
  createRoute({
    getParentRoute,
    path: pages.reference,
    staticData: { menu: { group: 'developer', name: t.apiReference } },
    component: pageComponent(() => import('./reference.tsx'), 'Reference'),
  }),
  createRoute({
    getParentRoute,
    path: pages.guide,
    component: pageComponent(() => import('./guide.tsx'), 'Guide'),
  }),
] as const
