import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'

export const accountPages = [
  createRoute({
    getParentRoute,
    path: pages.usage,
    staticData: { menu: { group: 'account', name: t.usage, allSites: true } },
    component: pageComponent(() => import('./usage.tsx'), 'Usage'),
  }),
  createRoute({
    getParentRoute,
    path: pages.audit,
    staticData: { menu: { group: 'account', name: t.auditLog, managers: true } },
    component: pageComponent(() => import('./audit.tsx'), 'Audit'),
  }),
  createRoute({
    getParentRoute,
    path: pages.account,
    staticData: { menu: { group: 'account', name: t.youYourAccount } },
    component: pageComponent(() => import('./account.tsx'), 'Account'),
  }),
] as const
