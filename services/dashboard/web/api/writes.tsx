import type { ReactNode } from 'react'
import { useRights } from './account.ts'

/** Buttons and forms that change something of a site: a viewer does not see them. */
export function Writes({ children }: { children: ReactNode }) {
  return useRights().writes ? children : null
}
