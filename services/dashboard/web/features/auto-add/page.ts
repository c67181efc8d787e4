import { createRoute } from '@tanstack/react-router'
import { pageComponent } from '../../app/page-code.ts'
import { inside } from '../../app/root.ts'
import { pages } from '../../routes.ts'

const getParentRoute = () => inside

export const autoAddPages = [
  createRoute({
    getParentRoute,
    path: pages.autoAdd,
    staticData: { menu: { group: 'Grow', name: 'Auto-add' } },
    component: pageComponent(() => import('./auto-add.tsx'), 'AutoAdd'),
  }),
] as const
