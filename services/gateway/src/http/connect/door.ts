import { connectPath } from '@rts/shared/contract/doors'
import type { Request, Response } from 'express'
import type { AgentMinutes } from '../../admission/admission.ts'
import type { Config } from '../../config.ts'
import type { Grants } from '../../grants/grants.ts'
import { createNetworkReader } from '../common/network.ts'
import { createBodyBudget } from '../common/request-body.ts'
import type { RunOptions } from '../common/run-steps.ts'
import { sendDocument } from './answers.ts'
import type { ConnectStep, Endpoint } from './exchange.ts'
import { authorizePath, metadataOf, resourcePath, revokePath, serverPath, tokenPath } from './metadata.ts'
import { createConnectPipeline } from './pipeline.ts'
import { createRevokeAnswer, createTokenAnswer } from './tokens.ts'

type Pipeline = (req: Request, res: Response) => Promise<void>
export type ConnectDoorParts = RunOptions & {
  /** The agents' tools for clients with a token. */
  agents: Pipeline
  grants: Grants
  minutes: AgentMinutes
}

/** The memory for all forms of a replica: all that one network may send within a minute, held for that minute, is a sixteenth of it. */
const budgetBytes = 16 * 1_024 * 1_024

/** The addresses of OAuth, each with what answers it. */
export function createConnectDoor(
  { agents, grants, ...parts }: ConnectDoorParts,
  config: Config,
): Map<string, Pipeline> {
  const { issuer, resource, server } = metadataOf(config.PUBLIC_URL)
  const endpoints: Record<string, Endpoint> = {
    [resourcePath]: { method: 'GET', answer: (exchange) => sendDocument(exchange, resource) },
    [serverPath]: { method: 'GET', answer: (exchange) => sendDocument(exchange, server) },
    [authorizePath]: { method: 'GET', minute: 'authorize', isVisited: true, answer: sendToConsent(config.PUBLIC_URL) },
    [tokenPath]: { method: 'POST', minute: 'token', answer: createTokenAnswer({ grants, resource: issuer }) },
    [revokePath]: { method: 'POST', minute: 'token', answer: createRevokeAnswer({ grants }) },
  }
  const options = {
    ...parts,
    budget: createBodyBudget(budgetBytes),
    bodyDeadlineMs: config.BODY_TIMEOUT_MS,
    readNetwork: createNetworkReader(config),
  }
  const pipelines = new Map([connectPath, `${connectPath}/`].map((path) => [path, agents]))
  for (const [path, endpoint] of Object.entries(endpoints))
    pipelines.set(path, createConnectPipeline(options, endpoint))
  return pipelines
}

/** The dashboard's page reads the request, checks it and asks. Behind the `#` it is in no log, and nothing on the way changes it. */
function sendToConsent(publicUrl: string): ConnectStep {
  const page = `${new URL(publicUrl).origin}/connect`
  return ({ res, query }) => {
    res.writeHead(303, { Location: `${page}#${query}`, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    res.end()
  }
}
