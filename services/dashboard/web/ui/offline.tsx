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
    <Notice tone="warn">You are offline. What is shown stays, and it goes on by itself once you are connected.</Notice>
  )
}
