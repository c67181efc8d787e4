import { useEffect, useState } from 'react'

/** The secret after the `#` of the address, which no server sees. Another link in the same tab starts over. */
export function useHash(): string {
  // Not the router's location: that changes before this page goes.
  const [hash] = useState(() => location.hash.slice(1))
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('hashchange', reload)
    return () => removeEventListener('hashchange', reload)
  }, [])
  return hash
}
