import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** What stands behind the `#` of the address: the secret of a link, which no server sees. Another link in the same tab begins anew. */
export function useHash(): string {
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('hashchange', reload)
    return () => removeEventListener('hashchange', reload)
  }, [])
  return useLocation({ select: ({ hash }) => hash })
}
