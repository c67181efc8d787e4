import type { Registry } from 'prom-client'
import type { CallerKind } from '../contract/caller-kinds.ts'
import type { OperationName } from '../contract/table.ts'
import { AppError, type ErrorCode, errorCodes } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { createCounter } from './gauge.ts'

export type NoteFailure = (operation: OperationName, caller: CallerKind, error: unknown) => void

/** Caused by a customer's input, never by a service's own. */
const mistakes: readonly ErrorCode[] = ['bad_request', 'invalid_input', 'unknown_field', 'invalid_key', 'missing_key']

/** Logs and counts by operation and code, except customers' refusals. */
export function createFailedCalls(registry: Registry, logger: Pick<Logger, 'warn'>, thread: string): NoteFailure {
  const count = createCounter(registry, {
    name: 'call_failures_total',
    help: 'Calls to other services that failed, by operation and code; the label service names the caller',
    labelNames: ['operation', 'code', 'thread'],
  })
  return (operation, caller, error) => {
    const code = error instanceof AppError ? error.code : 'internal'
    const isFault = errorCodes[code].status >= 500 || code === 'payload_too_large'
    const isCallers = error instanceof AppError && error.facts.isCallers === true
    if (isFault ? isCallers : caller !== 'system' || !mistakes.includes(code)) return
    count({ operation, code, thread })
    logger.warn({ err: error, operation, code }, 'a call to another service failed')
  }
}
