import { useSyncExternalStore } from 'react'

const paper = typeof matchMedia === 'undefined' ? undefined : matchMedia('print')

/** Whether the page is being printed: then it has to show all of what it otherwise shows near the screen. */
export function usePrinting(): boolean {
  return useSyncExternalStore(watch, () => paper?.matches ?? false)
}

function watch(tell: () => void) {
  paper?.addEventListener('change', tell)
  return () => paper?.removeEventListener('change', tell)
}
