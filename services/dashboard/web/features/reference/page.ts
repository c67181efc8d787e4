import { createRoute } from '@tanstack/react-router'
import { pageComponent } from '../../app/page-code.ts'
import { root } from '../../app/root.ts'
import { pages } from '../../routes.ts'

const getParentRoute = () => root

export const referencePages = [
  createRoute({
    getParentRoute,
    path: pages.reference,
    staticData: { menu: { group: 'Developer', name: 'API reference' } },
    component: pageComponent(() => import('./reference.tsx'), 'Reference'),
  }),
] as const
