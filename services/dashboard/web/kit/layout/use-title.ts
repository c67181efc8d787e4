import { useEffect } from 'react'
import { kit as t } from '../../../texts/kit.ts'

/** Names the browser's tab after the page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${t.product}`
  }, [title])
}
