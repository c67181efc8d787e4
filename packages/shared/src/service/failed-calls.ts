import type { Registry } from 'prom-client'
import type { CallerKind } from '../contract/caller-kinds.ts'
import type { OperationName } from '../contract/table.ts'
import { AppError, type ErrorCode, errorCodes } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { createCounter } from './gauge.ts'

/** Notes a call to another service that failed, whatever its caller does with the error. */
export type NoteFailure = (operation: OperationName, caller: CallerKind, error: unknown) => void

/** Refusals that a customer's input may bring about, and a service's own never. */
const mistakes: readonly ErrorCode[] = ['bad_request', 'invalid_input', 'unknown_field', 'invalid_key', 'missing_key']

/** Logs and counts each failure by operation and code, except refusals of customers. */
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
