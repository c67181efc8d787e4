import type { AnyRouter } from '@tanstack/react-router'
import { read } from '../api/call.ts'
import { queries } from '../api/queries.ts'
import { session } from '../api/session.ts'
import { firstCalls } from '../first-calls.ts'

/** A page that is opened by a link begins its first calls while its code loads. */
export function beginOnClick(router: AnyRouter): void {
  router.subscribe('onBeforeLoad', ({ pathChanged, toLocation: { pathname, searchStr } }) => {
    if (!pathChanged || !queries.getQueryData(session.queryKey)?.person) return
    for (const [name, input] of firstCalls(pathname, searchStr.slice(1))) void queries.prefetchQuery(read(name, input))
  })
}
