import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { pageCode } from '../api/page-code.ts'
import { pages } from '../routes.ts'
import { root, signedIn } from './root.ts'

const entry = () => pageCode(() => import('../pages/entry/index.ts'))
const reference = () => pageCode(() => import('../pages/reference/index.ts'))
const getParentRoute = () => root

/** What people see without an account. */
export const entryRoutes = [
  createRoute({ getParentRoute, path: pages.signUp, component: lazyRouteComponent(entry, 'SignUp') }),
  createRoute({ getParentRoute, path: pages.signIn, component: lazyRouteComponent(entry, 'SignIn') }),
  createRoute({ getParentRoute, path: pages.verify, component: lazyRouteComponent(entry, 'Verify') }),
  createRoute({ getParentRoute, path: pages.reset, component: lazyRouteComponent(entry, 'Reset') }),
  createRoute({ getParentRoute, path: pages.newMail, component: lazyRouteComponent(entry, 'NewMail') }),
  createRoute({ getParentRoute, path: pages.claim, component: lazyRouteComponent(entry, 'Claim') }),
  createRoute({ getParentRoute, path: pages.invite, component: lazyRouteComponent(entry, 'Invite') }),
  createRoute({ getParentRoute, path: pages.connect, component: lazyRouteComponent(entry, 'Connect') }),
  createRoute({ getParentRoute, path: pages.reference, component: lazyRouteComponent(reference, 'Reference') }),
  createRoute({
    getParentRoute,
    path: pages.welcome,
    component: lazyRouteComponent(entry, 'Welcome'),
    async beforeLoad({ location }) {
      const { accounts } = await signedIn(location.href)
      if (accounts.length > 0) throw redirect({ to: pages.home })
    },
  }),
] as const
