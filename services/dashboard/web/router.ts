import { createRouter } from '@tanstack/react-router'
import { accountRoutes } from './router/account-routes.ts'
import { contentRoutes } from './router/content-routes.ts'
import { entryRoutes } from './router/entry-routes.ts'
import { listRoutes } from './router/list-routes.ts'
import { rankRoutes } from './router/rank-routes.ts'
import { inside, root } from './router/root.ts'
import { signalRoutes } from './router/signal-routes.ts'

export const router = createRouter({
  routeTree: root.addChildren([
    ...entryRoutes,
    inside.addChildren([...rankRoutes, ...listRoutes, ...contentRoutes, ...signalRoutes, ...accountRoutes]),
  ]),
  // A page about another site begins anew: nothing of the one before stays on it.
  defaultRemountDeps: ({ params }) => params,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
