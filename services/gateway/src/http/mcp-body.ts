import { AppError } from '@rts/shared/errors'
import { invalidKey } from '../domain/bearer.ts'
import { mcpBodyLimitBytes, requestsPerMinute } from '../domain/limits.ts'
import { admitLobby, limited, type McpAdmitOptions } from './mcp-admit.ts'
import { RpcError, readEnvelope } from './mcp-envelope.ts'
import type { McpExchange, McpStep } from './mcp-exchange.ts'
import { type BodyBudget, declaresMore, readBody } from './request-body.ts'

/** Bodies above this size are read only for a key that is valid now. */
const largeBodyBytes = 64 * 1_024

export type McpBodyOptions = McpAdmitOptions & { mcpBudget: BodyBudget; bodyDeadlineMs: number }

/** Reads the message whole and its envelope; what is wrong with either is said once key and rate had their say. */
export function readMessage(options: McpBodyOptions): McpStep {
  const { mcpBudget, bodyDeadlineMs } = options
  return async (exchange) => {
    const { req, res, refusal, keyHash } = exchange
    if (refusal) return
    if (!declaresMore(req, mcpBodyLimitBytes)) {
      const waits = req.headers.expect !== undefined
      if (waits || (keyHash && declaresMore(req, largeBodyBytes))) await requirePlace(options, exchange)
      if (waits && !res.closed) res.writeContinue()
    }
    try {
      const body = await readBody(req, mcpBodyLimitBytes, bodyDeadlineMs, mcpBudget)
      exchange.body = body
      res.once('close', () => mcpBudget.release(body.length))
      const { id, isHandshake } = readEnvelope(body)
      exchange.rpcId = id
      exchange.isHandshake = isHandshake
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error
      if (error instanceof RpcError) exchange.rpcId = error.id
      exchange.refusal = error
    }
  }
}

/** Who is refused anyway need not send a body. A key's minute is looked at; without a key it is counted here. */
async function requirePlace(options: McpBodyOptions, exchange: McpExchange): Promise<void> {
  const { keyHash, hasBadKey } = exchange
  if (hasBadKey) throw invalidKey()
  if (!keyHash) return admitLobby(options, exchange)
  const check = await options.admission.ask(keyHash, 'mcp', 'check')
  if (check.verdict === 'invalid') throw invalidKey()
  if (check.minuteLeft > 0) return
  exchange.standing = check
  throw limited(requestsPerMinute, check.minuteResetMs)
}
