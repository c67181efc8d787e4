import { AppError } from '@rts/shared/errors'
import { lobbyBodyLimitBytes, mcpBodyLimitBytes } from '../common/limits.ts'
import { type BodyBudget, declaresMore, readBody } from '../common/request-body.ts'
import { RpcError, readEnvelope } from './envelope.ts'
import type { McpExchange, McpStep } from './exchange.ts'
import { checkKey, countLobby, type McpVerdictOptions } from './verdict.ts'

/** Larger bodies are read only for a valid key. */
const largeBodyBytes = 64 * 1_024

export type McpBodyOptions = McpVerdictOptions & {
  mcpBudget: BodyBudget
  /** Separate: messages without a key take no memory of keyed ones. */
  lobbyBudget: BodyBudget
  bodyDeadlineMs: number
}

/** Errors are answered only after key and rate were checked. */
export function readMessage(options: McpBodyOptions): McpStep {
  return async (exchange) => {
    const { req, res, refusal, keyHash } = exchange
    if (refusal) return
    const budget = keyHash ? options.mcpBudget : options.lobbyBudget
    const limitBytes = keyHash ? mcpBodyLimitBytes : lobbyBodyLimitBytes
    if (!declaresMore(req, limitBytes)) {
      const waits = req.headers.expect !== undefined
      if (waits || (keyHash && declaresMore(req, largeBodyBytes))) await requirePlace(options, exchange)
      if (waits && !res.closed) res.writeContinue()
    }
    try {
      exchange.body = await readBody(exchange, limitBytes, options.bodyDeadlineMs, budget)
      const { id, isHandshake } = readEnvelope(exchange.body)
      exchange.rpcId = id
      exchange.isHandshake = isHandshake
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'unavailable') {
        await checkKey(options, exchange)
        throw error
      }
      if (error instanceof RpcError) exchange.rpcId = error.id
      exchange.refusal = error
    }
  }
}

/** Before a large body is sent. A key's minute is only checked; without a key it is counted here. */
function requirePlace(options: McpBodyOptions, exchange: McpExchange): Promise<void> {
  const isLobby = !exchange.keyHash && !exchange.hasBadKey
  return isLobby ? countLobby(options, exchange) : checkKey(options, exchange)
}
