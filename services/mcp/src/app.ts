import { createServiceServer } from '@rts/shared/service/http-server'
import { mountService } from '@rts/shared/service/mount-service'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import type { Config } from './config.ts'
import { createEndpoint } from './http/endpoint.ts'
import { callerOfOwners } from './owners.ts'
import { createLeg } from './sdk/sdk.ts'
import { catalog, createToolbox, lobbyTool } from './tools/tools.ts'

/** Serves the table's tools; their owners answer over NATS. `ownerTimeoutMs` with a second try stays below the gateway's own timeout. */
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
