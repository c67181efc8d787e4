import { mcpPath } from '@rts/shared/contract/doors'
import type { CallerSigner } from '@rts/shared/service/caller-signature'
import type { Request, Response } from 'express'
import type { Config } from '../../config.ts'
import { listedOrigins, withOrigins } from '../common/cross-origin.ts'
import { type Answer, newExchange, timeUpstream } from '../common/exchange.ts'
import { refuseOddFraming } from '../common/framing.ts'
import { createNetworkReader, type Network } from '../common/network.ts'
import { notBuilt } from '../common/refusals.ts'
import { createBodyBudget } from '../common/request-body.ts'
import { type RunOptions, runSteps } from '../common/run-steps.ts'
import type { Upstream } from '../common/upstream.ts'
import { sendRpcError } from './answers.ts'
import { readMessage } from './body.ts'
import { checkHead, enterLobby, readAgentKey, refuseForeignOrigin, requireToken } from './checks.ts'
import type { McpExchange, McpStep } from './exchange.ts'
import { createMcpForward } from './forward.ts'
import { askAdmission, askRights, checkKey, type McpVerdictOptions, refuseKnown } from './verdict.ts'

type Behind = { upstream: Upstream; forward(exchange: McpExchange): Promise<void> }

export type McpDoorParts = McpVerdictOptions &
  RunOptions & {
    upstreams: { keyed: Upstream; lobby: Upstream } | undefined
    resourceMetadata: string
    sign: CallerSigner
  }

/** For all messages of a replica, once with keys and once without; REST has its own. */
const budgetBytes = 16 * 1_024 * 1_024

/** The agents' endpoint, and its address for OAuth clients. */
export function createMcpDoor({ resourceMetadata, ...parts }: McpDoorParts, config: Config) {
  const options = optionsOf(parts, config)
  return { mcp: createMcpPipeline(options), connect: createMcpPipeline({ ...options, resourceMetadata }) }
}

/** `resourceMetadata` is absent where callers without a token enter the lobby. */
type McpOptions = ReturnType<typeof optionsOf> & { resourceMetadata?: string }

function optionsOf({ upstreams, ...parts }: Omit<McpDoorParts, 'resourceMetadata'>, config: Config) {
  const timeoutMs = config.UPSTREAM_TIMEOUT_MS
  const behindOf = (upstream: Upstream) => ({
    upstream,
    forward: createMcpForward({ upstream, sign: parts.sign, timeoutMs }),
  })
  return {
    ...parts,
    mcpBudget: createBodyBudget(budgetBytes),
    lobbyBudget: createBodyBudget(budgetBytes),
    bodyDeadlineMs: config.BODY_TIMEOUT_MS,
    allowOrigin: listedOrigins(config.MCP_ALLOWED_ORIGINS, config.HOST),
    readNetwork: createNetworkReader(config),
    behind: upstreams && { keyed: behindOf(upstreams.keyed), lobby: behindOf(upstreams.lobby) },
  }
}

/** The order is the precedence of answers; each step states its reason. */
function createMcpPipeline(options: McpOptions): Answer {
  const steps: McpStep[] = [
    refuseOddFraming, // First: no step below may read a request that can be read in two ways.
    refuseForeignOrigin(options.allowOrigin), // Before the key: a page must not learn whether a key is valid.
    readAgentKey, // Only its form; a refusal waits for the envelope, so that it has the id.
    requireToken, // Before the body: nothing is read for a client that has yet to connect.
    checkHead, // Refusals from here on are kept for later: key and rate answer first.
    enterLobby(), // Before the body: one address without a key never holds more than its share.
    readMessage(options), // Before admission: slow or oversized bodies take no lock and no place.
    refuseKnown(options), // Before a place is taken: a flood that is refused anyway costs no place and no query.
    reserveUpstream(options), // Before the count: a full replica costs nothing.
    askAdmission(options), // One exact verdict by the database; throws the refusals kept by earlier steps.
    askRights(options), // After the verdict: only now is it known whose key it is.
    enterAccount(options), // Before sockets: one account's slow calls never hold all of them. Only now is it known whose call it is.
    forward(options), // Last: only an admitted request leaves the gateway.
  ]
  const { logger, observe } = options
  const pipeline = { steps, refuse: sendRpcError, failure: 'agent request failed', logger, observe }
  const answer: Answer = (req, res) => runSteps(pipeline, newMcpExchange(options, req, res))
  // Clients try all three: refusals must be readable.
  return withOrigins(answer, options.allowOrigin, 'POST, GET, DELETE')
}

function newMcpExchange(options: McpOptions, req: Request, res: Response): McpExchange {
  const start = newExchange(req, res, 'mcp', mcpPath)
  let network: Network | undefined
  return {
    ...start,
    get network() {
      network ??= options.readNetwork(req)
      return network
    },
    resourceMetadata: options.resourceMetadata,
    hasBadKey: false,
    rpcId: null,
    isHandshake: false,
  }
}

function reserveUpstream({ behind, admission }: McpOptions): McpStep {
  return async (exchange) => {
    if (exchange.refusal) return
    try {
      sideOf(behind, exchange).upstream.enter(exchange.res)
    } catch (full) {
      await checkKey({ admission }, exchange)
      throw full
    }
  }
}

function enterAccount({ behind }: McpOptions): McpStep {
  return (exchange) => {
    // A handshake is answered from memory.
    if (!exchange.isHandshake) sideOf(behind, exchange).upstream.enterAccount(exchange)
  }
}

function forward({ behind }: McpOptions): McpStep {
  return async (exchange) => timeUpstream(exchange, sideOf(behind, exchange).forward)
}

function sideOf(behind: McpOptions['behind'], { keyHash }: McpExchange): Behind {
  if (!behind) throw notBuilt('The agent endpoint')
  return keyHash ? behind.keyed : behind.lobby
}
