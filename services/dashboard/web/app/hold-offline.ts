import { onlineManager } from '@tanstack/react-query'
import type { AnyRouter, BlockerFn } from '@tanstack/react-router'
import { app as t } from '../../texts/app.ts'
import { sayDone } from '../kit/undo.ts'

const momentMs = 100

/** Without a connection a page whose code was not loaded opens once there is one: until then address and menu stay with what is shown. */
export function holdOffline(router: AnyRouter): void {
  let release = () => {}
  let latest = 0
  const blockerFn: BlockerFn = async ({ action, nextLocation }) => {
    if (action !== 'PUSH' && action !== 'REPLACE') return false
    const mine = ++latest
    const slow = setTimeout(() => sayDone({ text: t.opensOnline }), momentMs)
    await arrival(router, nextLocation.pathname)
    clearTimeout(slow)
    // Another page was asked for meanwhile.
    return mine !== latest
  }
  onlineManager.subscribe((isOnline) => {
    release()
    release = isOnline ? () => {} : router.history.block({ enableBeforeUnload: false, blockerFn })
  })
}

/** Until the code of a page is there. One that a newer build has replaced never is: the page says so itself. */
async function arrival(router: AnyRouter, pathname: string): Promise<void> {
  const [routes] = router.getMatchedRoutes(pathname)
  await Promise.all(routes.map((route) => router.loadRouteChunk(route))).catch(() => undefined)
}
