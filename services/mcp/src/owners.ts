import { AppError } from '@rts/shared/errors'
import type { RpcCaller, RpcClient } from '@rts/shared/service/rpc-client'
import type { Asker, OwnerCall } from './tools/tools.ts'

/** Calls owners as the gateway's caller, signed by this service, never with the key itself. Stops once the caller has left. */
export function callerOfOwners(rpc: RpcClient): (asker: Asker) => OwnerCall {
  return ({ caller: { kind, accountId, plan, keyId, role, siteIds, collect, requestId, iat }, left }) => {
    const common = { plan, siteIds, requestId }
    const asCaller: RpcCaller = { ...common, kind, accountId, keyId, role, collect, iat }
    const asSystem: RpcCaller = { ...common, kind: 'system', accountId: '', keyId: null, role: null, collect: 'deny' }
    return (name, input, as = 'caller') =>
      whileConnected(left, () => rpc(name, input, as === 'system' ? asSystem : asCaller))
  }
}

function whileConnected<T>(left: AbortSignal, ask: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new AppError('unavailable', 'The client has left'))
    if (left.aborted) return leave()
    left.addEventListener('abort', leave, { once: true })
    ask()
      .then(resolve, reject)
      .finally(() => left.removeEventListener('abort', leave))
  })
}
