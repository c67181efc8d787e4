import { defaultBodyLimitBytes } from '@rts/shared/contract/operation'
import { operationOf } from '@rts/shared/contract/table'
import { AppError } from '@rts/shared/errors'
import type { AdmissionQueue } from '../../admission/admission.ts'
import type { Step } from '../common/exchange.ts'
import { type BodyBudget, declaresMore, hasBody, readBody } from '../common/request-body.ts'
import { checkKey } from './verdict.ts'

/** Larger bodies are read only for a valid key. */
const largeBodyBytes = 64 * 1_024

export type ReadBodyOptions = { admission: AdmissionQueue; budget: BodyBudget; bodyDeadlineMs: number }

/** Refusals wait until key and rate were checked. */
export function readWholeBody({ admission, budget, bodyDeadlineMs }: ReadBodyOptions): Step {
  return async (exchange) => {
    const { req, res, refusal, operation, keyHash } = exchange
    if (refusal || !operation || !keyHash || !hasBody(req)) return
    const limit = operationOf(operation).http?.bodyLimitBytes ?? defaultBodyLimitBytes
    const isLarge = Number(req.headers['content-length'] ?? limit) > largeBodyBytes
    if (!declaresMore(req, limit) && (isLarge || req.headers.expect !== undefined)) {
      // A refused key is refused before its body is sent.
      await checkKey({ admission }, exchange)
      if (req.headers.expect !== undefined && !res.closed) res.writeContinue()
    }
    try {
      exchange.body = await readBody(exchange, limit, bodyDeadlineMs, budget)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'unavailable') {
        await checkKey({ admission }, exchange)
        throw error
      }
      exchange.effect = 'rate'
      exchange.refusal = error
    }
  }
}
