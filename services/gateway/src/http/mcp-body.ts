import { AppError } from '@rts/shared/errors'
import { invalidKey } from '../domain/bearer.ts'
import { mcpBodyLimitBytes } from '../domain/limits.ts'
import type { AdmissionQueue } from './admission.ts'
import { RpcError, readEnvelope } from './mcp-envelope.ts'
import type { McpStep } from './mcp-exchange.ts'
import { type BodyBudget, readBody } from './request-body.ts'

/** Bodies above this size are read only for a key that is valid now. */
const largeBodyBytes = 64 * 1_024

export type McpBodyOptions = { admission: AdmissionQueue; mcpBudget: BodyBudget; bodyDeadlineMs: number }

/** Reads the message whole and its envelope; what is wrong with either is said once key and rate had their say. */
export function readMessage({ admission, mcpBudget, bodyDeadlineMs }: McpBodyOptions): McpStep {
  return async (exchange) => {
    const { req, res, refusal, keyHash } = exchange
    if (refusal) return
    const isLarge = Number(req.headers['content-length'] ?? 0) > largeBodyBytes
    if (isLarge && keyHash && (await admission.ask(keyHash, 'mcp', 'check')).verdict === 'invalid') throw invalidKey()
    if (req.headers.expect !== undefined) res.writeContinue()
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
