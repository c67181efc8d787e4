import { AppError, publicError } from '@rts/shared/errors'
import type { Logger } from '@rts/shared/logger'
import { beginTrace, noteError } from '@rts/shared/traces/spans'
import { type Exchange, statusOf } from './exchange.ts'
import { discardBody } from './request-body.ts'

export type RunOptions = {
  logger: Logger
  observe(exchange: Exchange, ms: number, refused?: AppError): void
}
type Pipeline<E extends Exchange> = RunOptions & {
  steps: readonly ((exchange: E) => void | Promise<void>)[]
  undo?(exchange: E): Promise<void>
  refuse(exchange: E, refusal: AppError): void
  failure: string
}

/** The first error ends the steps and is the answer. A caller's own trace is not continued. */
export function runSteps<E extends Exchange>(pipeline: Pipeline<E>, exchange: E): Promise<void> {
  const { door } = exchange
  return beginTrace(door, { kind: 'server', attributes: { door } }, async (span) => {
    const refused = await walk(pipeline, exchange)
    pipeline.observe(exchange, performance.now() - exchange.startedAt, refused)
    if (!span) return
    const { operation } = exchange
    if (operation) span.updateName(operation).setAttribute('operation', operation)
    span.setAttribute('http.response.status_code', statusOf(exchange))
    if (refused) noteError(span, refused)
  })
}

async function walk<E extends Exchange>(pipeline: Pipeline<E>, exchange: E): Promise<AppError | undefined> {
  try {
    for (const step of pipeline.steps) {
      // A client that left before admission pays nothing, and we stop working for it.
      if (exchange.res.closed) break
      const pending = step(exchange)
      if (pending) await pending
    }
    return undefined
  } catch (error) {
    const refused = publicError(error)
    if (!(error instanceof AppError))
      pipeline.logger.error({ err: error, requestId: exchange.requestId }, pipeline.failure)
    if (pipeline.undo) await pipeline.undo(exchange)
    await discardBody(exchange.req)
    pipeline.refuse(exchange, refused)
    return refused
  }
}
