import { createRoute } from '@tanstack/react-router'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { inside } from '../../routing/parents.ts'

const getParentRoute = () => inside

export const accountPages = [
  createRoute({
    getParentRoute,
    path: pages.usage,
    staticData: { menu: { group: 'Account', name: 'Usage' } },
    component: pageComponent(() => import('./usage.tsx'), 'Usage'),
  }),
  createRoute({
    getParentRoute,
    path: pages.audit,
    staticData: { menu: { group: 'Account', name: 'Audit log', managers: true } },
    component: pageComponent(() => import('./audit.tsx'), 'Audit'),
  }),
  createRoute({
    getParentRoute,
    path: pages.account,
    staticData: { menu: { group: 'Account', name: 'You and your account' } },
    component: pageComponent(() => import('./account.tsx'), 'Account'),
  }),
] as const
