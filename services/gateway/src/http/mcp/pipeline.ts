import { randomUUID } from 'node:crypto'
import { mcpPath } from '@rts/shared/contract/doors'
import type { Request, Response } from 'express'
import { type AllowOrigin, withOrigins } from '../common/cross-origin.ts'
import { newExchange, timeUpstream } from '../common/exchange.ts'
import { refuseOddFraming } from '../common/framing.ts'
import type { Network, ReadNetwork } from '../common/network.ts'
import { type RunOptions, runSteps } from '../common/run-steps.ts'
import { notBuilt } from '../common/unavailable.ts'
import type { Upstream } from '../common/upstream.ts'
import { admitAgent, checkKey, type McpAdmitOptions, refuseKnown } from './admit.ts'
import { sendRpcError } from './answers.ts'
import { type McpBodyOptions, readMessage } from './body.ts'
import { checkHead, readAgentKey, refuseForeignOrigin, requireToken } from './checks.ts'
import type { McpExchange, McpStep } from './exchange.ts'
import { enterLobby } from './lobby.ts'

/** The mcp service, with places and sockets for one group of callers. */
type Behind = { upstream: Upstream; forward(exchange: McpExchange): Promise<void> }

export type McpPipelineOptions = McpAdmitOptions &
  McpBodyOptions &
  RunOptions & {
    allowOrigin: AllowOrigin
    /** The address that says how to get a token; absent where callers without one enter the lobby. */
    resourceMetadata?: string | undefined
    readNetwork: ReadNetwork
    /** Absent if no mcp service runs. */
    behind?: { keyed: Behind; lobby: Behind } | undefined
  }

/** The agents' endpoint. The order is the precedence of answers; each step says why it is at this point. */
export function createMcpPipeline(options: McpPipelineOptions) {
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
    admitAgent(options), // One exact verdict by the database; throws the refusals kept by earlier steps.
    enterAccount(options), // Before sockets: one account's slow calls never hold all of them. Only now is it known whose call it is.
    forward(options), // Last: only an admitted request leaves the gateway.
  ]
  const { logger, observe } = options
  const pipeline = { steps, refuse: sendRpcError, failure: 'agent request failed', logger, observe }
  const answer = (req: Request, res: Response) => runSteps(pipeline, newMcpExchange(options, req, res))
  // All that clients try: a refusal of the others has to be readable.
  return withOrigins(answer, options.allowOrigin, 'POST, GET, DELETE')
}

function newMcpExchange(options: McpPipelineOptions, req: Request, res: Response): McpExchange {
  const start = newExchange({ req, res, requestId: randomUUID(), door: 'mcp', path: mcpPath, query: '' })
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

function reserveUpstream({ behind, admission }: McpPipelineOptions): McpStep {
  return async (exchange) => {
    if (exchange.refusal) return
    try {
      const { upstream } = sideOf(behind, exchange)
      upstream.enter()
      exchange.res.once('close', () => upstream.leave())
    } catch (full) {
      await checkKey({ admission }, exchange)
      throw full
    }
  }
}

function enterAccount({ behind }: McpPipelineOptions): McpStep {
  return (exchange) => {
    // A handshake is answered from memory.
    if (!exchange.isHandshake) sideOf(behind, exchange).upstream.enterAccount(exchange)
  }
}

function forward({ behind }: McpPipelineOptions): McpStep {
  return async (exchange) => timeUpstream(exchange, sideOf(behind, exchange).forward)
}

function sideOf(behind: McpPipelineOptions['behind'], { keyHash }: McpExchange): Behind {
  if (!behind) throw notBuilt('The agent endpoint')
  return keyHash ? behind.keyed : behind.lobby
}
