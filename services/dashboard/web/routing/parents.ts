import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { queries } from '../api/call.ts'
import { session } from '../api/session.ts'
import { rememberWay } from '../api/way-back.ts'
import { viewOf } from '../kit/table/use-view.ts'
import { pages } from '../routes.ts'

export const root = createRootRoute()

/** Who is signed in. Others sign in first, and come back. */
export async function signedIn(way: string) {
  const found = await queries.ensureQueryData(session)
  if (found.person) return found
  rememberWay(way)
  throw redirect({ to: pages.signIn })
}

export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  validateSearch: viewOf,
  async beforeLoad({ location }) {
    const { accounts } = await signedIn(location.href)
    if (accounts.length === 0) throw redirect({ to: pages.welcome })
  },
})

export const getParentRoute = () => inside
