import { useEffect } from 'react'

/** Names the browser's tab after the page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Rank Tracker`
  }, [title])
}
