import { useEffect, useState } from 'react'

/** A secret that is shown once, in a dialog that asks before it is closed for good. */
export function useSecret<Secret = string>(onClose: () => void) {
  const [secret, show] = useState<Secret>()
  const [isSure, setSure] = useState(false)
  useLeaveGuard(secret !== undefined)
  const close = () => {
    if (secret !== undefined && !isSure) return setSure(true)
    show(undefined)
    setSure(false)
    onClose()
  }
  return { secret, isSure, show, close }
}

/** The browser asks before it leaves a page with a secret that is shown only once. */
function useLeaveGuard(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [active])
}
