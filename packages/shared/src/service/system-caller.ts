import { randomUUID } from 'node:crypto'
import type { Plan } from '../plans.ts'
import type { RpcCaller } from './rpc-client.ts'

/** About `accountId` if given. Never collects. */
export function systemCaller(accountId = '', plan: Plan = 'free', requestId: string = randomUUID()) {
  const nothingElse = { keyId: null, role: null, siteIds: null, collect: 'deny' } as const
  return { kind: 'system', accountId, plan, ...nothingElse, requestId } as const satisfies RpcCaller
}
