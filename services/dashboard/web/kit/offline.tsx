import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Notice } from './notice.tsx'

/** Says that there is no connection. */
export function Offline() {
  const isOnline = useSyncExternalStore(
    (watch) => onlineManager.subscribe(watch),
    () => onlineManager.isOnline(),
  )
  if (isOnline) return null
  return (
    <Notice tone="warn">
      You are offline. You can read what this page has loaded; other pages and changes need a connection.
    </Notice>
  )
}
