import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { pageCode } from '../api/page-code.ts'
import { pages } from '../routes.ts'
import { inside } from './root.ts'

const billing = () => pageCode(() => import('../features/billing/index.ts'))
const developer = () => pageCode(() => import('../pages/developer/index.ts'))
const account = () => pageCode(() => import('../pages/account/index.ts'))
const team = () => pageCode(() => import('../pages/team/index.ts'))
const getParentRoute = () => inside

/** The account: what it pays and uses, its keys, its people. */
export const accountRoutes = [
  createRoute({ getParentRoute, path: pages.prices, component: lazyRouteComponent(billing, 'Plans') }),
  createRoute({ getParentRoute, path: pages.orders, component: lazyRouteComponent(billing, 'Orders') }),
  createRoute({ getParentRoute, path: pages.order, component: lazyRouteComponent(billing, 'OrderPage') }),
  createRoute({ getParentRoute, path: pages.receipt, component: lazyRouteComponent(billing, 'Receipt') }),
  createRoute({ getParentRoute, path: pages.keys, component: lazyRouteComponent(developer, 'Keys') }),
  createRoute({ getParentRoute, path: pages.assistants, component: lazyRouteComponent(developer, 'Assistants') }),
  createRoute({ getParentRoute, path: pages.usage, component: lazyRouteComponent(account, 'Usage') }),
  createRoute({ getParentRoute, path: pages.audit, component: lazyRouteComponent(account, 'Audit') }),
  createRoute({ getParentRoute, path: pages.team, component: lazyRouteComponent(team, 'Team') }),
  createRoute({ getParentRoute, path: pages.account, component: lazyRouteComponent(account, 'Account') }),
] as const
