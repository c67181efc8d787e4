import { AppError } from '@rts/shared/errors'
import { createServiceServer } from '@rts/shared/service/http-server'
import { mountService } from '@rts/shared/service/mount-service'
import { createRpcClient, type RpcCaller, type RpcClient } from '@rts/shared/service/rpc-client'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import type { Config } from './config.ts'
import { createEndpoint } from './http/endpoint.ts'
import { createLeg } from './sdk/sdk.ts'
import { type Asker, catalog, createToolbox, lobbyTool, type OwnerCall } from './tools/tools.ts'

/** `ownerTimeoutMs`, second try included, stays below the gateway's timeout. */
export function createApp(
  parts: ServiceParts,
  config: Pick<Config, 'PUBLIC_URL' | 'MCP_MODERN'>,
  ownerTimeoutMs = 10_000,
): Promise<BuiltService> {
  const { verify, clock, logger } = parts
  const callerOf = callerOfOwners(createRpcClient({ ...parts, timeoutMs: ownerTimeoutMs }))
  const toolbox = createToolbox({ catalog, lobbyTool, callerOf, publicUrl: config.PUBLIC_URL, logger })
  const leg = createLeg({ toolbox, logger, isModern: config.MCP_MODERN })
  const endpoint = createEndpoint({ leg, verify, clock, logger })
  return mountService('mcp', parts, { handlers: {}, hears: {}, server: () => createServiceServer(endpoint) })
}

/** Calls owners as the gateway's caller, signed here, never with the key itself; stops once the caller left. */
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
