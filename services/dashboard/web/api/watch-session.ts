import type { QueryClient } from '@tanstack/react-query'
import type { SessionDocument } from '../../src/sign-in/session-route.ts'
import { send } from './send.ts'
import { auth, session } from './session.ts'

// Apart from `session.ts`, which the build reads too: a process with a channel does not end.
const tabs = new BroadcastChannel('session')

/** Signs out here and in every other tab: nothing that was shown stays. */
export async function signOut(): Promise<void> {
  await auth('/auth/sign-out', {})
  tabs.postMessage('ended')
  location.assign('/signin')
}

/** Leaves a page when its session ends in another tab, or has ended when the browser shows the page again. */
export function watchSession(queries: QueryClient): void {
  tabs.onmessage = () => location.reload()
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void leaveIfEnded(queries)
  })
}

async function leaveIfEnded(queries: QueryClient): Promise<void> {
  const before = queries.getQueryData(session.queryKey)?.person?.id
  // safe because it is our own service's document
  const { person } = (await send('/api/session', {})) as SessionDocument
  if (person?.id !== before) location.reload()
}
