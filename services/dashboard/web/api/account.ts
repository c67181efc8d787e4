import { useQuery } from '@tanstack/react-query'
import type { SessionDocument } from '../../src/sign-in/session-route.ts'
import { read } from './call.ts'
import { session } from './session.ts'

type Membership = SessionDocument['accounts'][number]

/** The account that this tab works in, and what the person is in it. The pages below the frame always have one. */
export function useAccount(): Membership {
  const { data } = useQuery(session)
  const found = data?.accounts.find(({ accountId }) => accountId === data.accountId)
  return found ?? { accountId: '', role: 'member', owner: null }
}

/** The account with the limits of its plan. */
export function useAccountDetails() {
  const { accountId } = useAccount()
  return useQuery(read('accounts.get', { params: { accountId } }))
}

/** What people call an account: theirs, or that of its owner. */
export function nameOf({ accountId, role, owner }: Membership): string {
  return role === 'owner' ? 'Your own account' : `The account of ${owner ?? accountId}`
}
