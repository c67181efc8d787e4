import { AppError, publicError } from '@rts/shared/errors'
import type { Logger } from '@rts/shared/logger'
import type { Exchange } from './exchange.ts'
import { discardBody } from './request-body.ts'

export type RunOptions = {
  logger: Logger
  observe(exchange: Exchange, ms: number, refused?: AppError): void
}
type Pipeline<E extends Exchange> = RunOptions & {
  steps: readonly ((exchange: E) => void | Promise<void>)[]
  /** Reverts the effect of an earlier step for a request that is then refused. */
  undo?(exchange: E): Promise<void>
  refuse(exchange: E, refusal: AppError): void
  /** The log's message for an unexpected error. */
  failure: string
}

/** Runs the steps of an endpoint in their order. The first error ends them and is the answer. */
export async function runSteps<E extends Exchange>(pipeline: Pipeline<E>, exchange: E): Promise<void> {
  let refused: AppError | undefined
  try {
    for (const step of pipeline.steps) {
      // A client that left before admission pays nothing, and we stop working for it.
      if (exchange.res.closed) break
      const pending = step(exchange)
      if (pending) await pending
    }
  } catch (error) {
    refused = publicError(error)
    if (!(error instanceof AppError))
      pipeline.logger.error({ err: error, requestId: exchange.requestId }, pipeline.failure)
    if (pipeline.undo) await pipeline.undo(exchange)
    await discardBody(exchange.req)
    pipeline.refuse(exchange, refused)
  }
  pipeline.observe(exchange, performance.now() - exchange.startedAt, refused)
}
