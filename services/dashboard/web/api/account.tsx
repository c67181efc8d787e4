import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SessionDocument } from '../../src/sign-in/session-route.ts'
import { api as t } from '../../texts/api.ts'
import { read } from './call.ts'
import { session } from './session.ts'

type Membership = SessionDocument['accounts'][number]

/** `manages`: keys, people, the plan. `writes`: anything of a site. `isLimited`: sees some sites alone, and nothing of the account. */
export type Rights = { manages: boolean; writes: boolean; isLimited: boolean }

/** The account of this tab and the person's role in it. Pages inside the frame always have one. */
export function useAccount(): Membership {
  const { data } = useQuery(session)
  const found = data?.accounts.find(({ accountId }) => accountId === data.accountId)
  return found ?? { accountId: '', role: 'viewer', siteIds: [], owner: null }
}

/** The rights of the person in the account of this tab. Pages follow them; the services refuse the rest. */
export function useRights(): Rights {
  const { role, siteIds } = useAccount()
  return { manages: isManager(role), writes: role !== 'viewer', isLimited: siteIds !== null }
}

export function isManager(role: Membership['role']): boolean {
  return role === 'owner' || role === 'admin'
}

export function useAccountDetails() {
  const { accountId } = useAccount()
  return useQuery(read('accounts.get', { params: { accountId } }))
}

export function nameOf({ accountId, role, owner }: Membership): string {
  return role === 'owner' ? t.yourAccount : t.sAccount(owner ?? accountId)
}

/** Buttons and forms that change something of a site: a viewer does not see them. */
export function Writes({ children }: { children: ReactNode }) {
  return useRights().writes ? children : null
}

export function useSiteId(): string {
  const { siteId } = useParams({ strict: false })
  return siteId ?? ''
}
