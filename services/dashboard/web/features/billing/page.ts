import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'

export const billingPages = [
  createRoute({
    getParentRoute,
    path: pages.prices,
    staticData: { menu: { group: 'account', name: t.plansAndOrders, allSites: true } },
    component: pageComponent(() => import('./plans.tsx'), 'Plans'),
  }),
  createRoute({
    getParentRoute,
    path: pages.orders,
    component: pageComponent(() => import('./orders.tsx'), 'Orders'),
  }),
  createRoute({
    getParentRoute,
    path: pages.order,
    component: pageComponent(() => import('./order.tsx'), 'OrderPage'),
  }),
  createRoute({
    getParentRoute,
    path: pages.receipt,
    component: pageComponent(() => import('./receipt.tsx'), 'Receipt'),
  }),
] as const
