import { createRoute, redirect } from '@tanstack/react-router'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { root, signedIn } from '../../routing/parents.ts'

const getParentRoute = () => root

export const entryPages = [
  createRoute({
    getParentRoute,
    path: pages.signUp,
    component: pageComponent(() => import('./sign-up.tsx'), 'SignUp'),
  }),
  createRoute({
    getParentRoute,
    path: pages.signIn,
    component: pageComponent(() => import('./sign-in.tsx'), 'SignIn'),
  }),
  createRoute({
    getParentRoute,
    path: pages.verify,
    component: pageComponent(() => import('./verify.tsx'), 'Verify'),
  }),
  createRoute({
    getParentRoute,
    path: pages.reset,
    component: pageComponent(() => import('./reset.tsx'), 'Reset'),
  }),
  createRoute({
    getParentRoute,
    path: pages.newMail,
    component: pageComponent(() => import('./new-mail.tsx'), 'NewMail'),
  }),
  createRoute({
    getParentRoute,
    path: pages.claim,
    component: pageComponent(() => import('./claim.tsx'), 'Claim'),
  }),
  createRoute({
    getParentRoute,
    path: pages.invite,
    component: pageComponent(() => import('./invite.tsx'), 'Invite'),
  }),
  createRoute({
    getParentRoute,
    path: pages.connect,
    component: pageComponent(() => import('./connect.tsx'), 'Connect'),
  }),
  createRoute({
    getParentRoute,
    path: pages.welcome,
    async beforeLoad({ location }) {
      const { accounts } = await signedIn(location.href)
      if (accounts.length > 0) throw redirect({ to: pages.home })
    },
    component: pageComponent(() => import('./welcome.tsx'), 'Welcome'),
  }),
] as const
