import { createRoute } from '@tanstack/react-router'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { root } from '../../routing/parents.ts'

const getParentRoute = () => root

export const referencePages = [
  createRoute({
    getParentRoute,
    path: pages.reference,
    staticData: { menu: { group: 'Developer', name: 'API reference' } },
    component: pageComponent(() => import('./reference.tsx'), 'Reference'),
  }),
] as const
