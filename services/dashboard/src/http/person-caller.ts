import { AppError } from '@rts/shared/errors'
import type { RpcCaller } from '@rts/shared/service/rpc-client'
import { refusals } from '@rts/shared/texts/refusals'
import { type AccountOf, memberCaller, requireEntry } from '../accounts/accounts.ts'
import type { Session } from '../sessions/sessions.ts'
import { namedAccount, type Visit } from './visit.ts'

/** A person as the caller of an operation about themselves. */
export function callerAlone({ id: sessionId, person }: Session, { caller: { requestId } }: Visit): RpcCaller {
  const nowhere = { accountId: '', role: null, siteIds: null, plan: 'free', collect: 'deny' } as const
  return { kind: 'person', keyId: null, ...nowhere, personId: person.id, sessionId, requestId }
}

/** A person as a caller in their account, by its present state. Throws for an account that they cannot enter. */
export async function callerInAccount(session: Session, visit: Visit, accountOf: AccountOf): Promise<RpcCaller> {
  const { person, membership } = session
  if (!membership) throw noAccount(session, visit)
  const { plan, people } = await accountOf(membership.accountId)
  requireEntry(membership.seat, people)
  const { requestId } = visit.caller
  return { ...memberCaller(membership, plan), personId: person.id, sessionId: session.id, requestId }
}

function noAccount({ isJoining }: Session, visit: Visit): AppError {
  if (namedAccount(visit) !== undefined) return new AppError('not_found', 'No such account')
  if (isJoining) return new AppError('unavailable', refusals.accountInTheMaking, { retryAfterSeconds: 2 })
  return new AppError('conflict', 'You belong to no account: accept an invite, or make an account of your own')
}
