import type { CallerSigner } from '@rts/shared/service/caller-signature'
import type { AdmissionQueue, AgentMinutes } from '../../admission/admission.ts'
import type { Config } from '../../config.ts'
import { listedOrigins } from '../common/cross-origin.ts'
import { createNetworkReader } from '../common/network.ts'
import { createBodyBudget } from '../common/request-body.ts'
import type { RunOptions } from '../common/run-steps.ts'
import type { Upstream } from '../common/upstream.ts'
import { createMcpForward } from './forward.ts'
import { createMcpPipeline } from './pipeline.ts'

export type McpDoorParts = RunOptions & {
  /** The mcp service, separately for callers with and without keys; absent if none runs. */
  upstreams: { keyed: Upstream; lobby: Upstream } | undefined
  admission: AdmissionQueue
  minutes: AgentMinutes
  useGuestKey(keyId: string): Promise<boolean>
  /** Where clients that connect by OAuth learn how. */
  resourceMetadata: string
  sign: CallerSigner
}

/** The memory for all messages of a replica, once for those with keys and once for those without; REST has its own. */
const budgetBytes = 16 * 1_024 * 1_024

/** The agents' endpoint with the service behind it, and its address for clients that connect by OAuth. */
export function createMcpDoor({ upstreams, resourceMetadata, ...parts }: McpDoorParts, config: Config) {
  const timeoutMs = config.UPSTREAM_TIMEOUT_MS
  const behindOf = (upstream: Upstream) => ({
    upstream,
    forward: createMcpForward({ upstream, sign: parts.sign, timeoutMs }),
  })
  const options = {
    ...parts,
    mcpBudget: createBodyBudget(budgetBytes),
    lobbyBudget: createBodyBudget(budgetBytes),
    bodyDeadlineMs: config.BODY_TIMEOUT_MS,
    allowOrigin: listedOrigins(config.MCP_ALLOWED_ORIGINS, config.HOST),
    readNetwork: createNetworkReader(config),
    behind: upstreams && { keyed: behindOf(upstreams.keyed), lobby: behindOf(upstreams.lobby) },
  }
  return { mcp: createMcpPipeline(options), connect: createMcpPipeline({ ...options, resourceMetadata }) }
}
