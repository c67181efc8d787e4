import type { Caller } from '@rts/shared/contract/caller'
import type { RpcCaller, RpcClient } from '@rts/shared/service/rpc-client'
import type { OwnerCall } from './tools/tool.ts'

/** Calls owners as the gateway's caller, signed again by this service; never with the key itself. */
export function callerOfOwners(rpc: RpcClient): (caller: Caller) => OwnerCall {
  return ({ kind, accountId, plan, keyId, siteId, requestId }) => {
    const asCaller: RpcCaller = { kind, accountId, plan, keyId, role: null, siteId, collect: 'allow', requestId }
    const asSystem: RpcCaller = { ...asCaller, kind: 'system', accountId: '', keyId: null, collect: 'deny' }
    return (name, input, as = 'caller') => rpc(name, input, as === 'system' ? asSystem : asCaller)
  }
}
