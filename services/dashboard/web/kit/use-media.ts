import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, as that changes: for parts that must not be in the document twice. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(watch, () => matchMedia(query).matches)
}
