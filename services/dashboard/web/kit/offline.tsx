import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { kit as t } from '../../texts/kit.ts'
import { Notice } from './notice.tsx'

export function Offline() {
  const isOnline = useSyncExternalStore(
    (watch) => onlineManager.subscribe(watch),
    () => onlineManager.isOnline(),
  )
  if (isOnline) return null
  return <Notice tone="warn">{t.youAreOffline}</Notice>
}
