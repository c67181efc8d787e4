import { useState } from 'react'

/** When the alerts of an account were shown in this browser last, before now; undefined for the first time. */
export function useLastVisit(accountId: string): string | undefined {
  const [before] = useState(() => visit(`alerts ${accountId}`))
  return before
}

function visit(key: string): string | undefined {
  const before = localStorage.getItem(key) ?? undefined
  localStorage.setItem(key, new Date().toISOString())
  return before
}
