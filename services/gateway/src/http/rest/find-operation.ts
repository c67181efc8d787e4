import { operationOf } from '@rts/shared/contract/table'
import { createPathMatcher } from '@rts/shared/derive/path-matcher'
import { AppError } from '@rts/shared/errors'
import type { Exchange, Step } from '../common/exchange.ts'
import { notBuilt } from '../common/refusals.ts'
import { hasBody, isJson } from '../common/request-body.ts'

/** Refusals are kept: key and rate answer first. */
export function findOperation(): Step {
  const match = createPathMatcher()
  return (exchange) => {
    const { req, wanted } = exchange
    // A HEAD counts as its GET, strikes included.
    const found = match(wanted.isHead ? 'GET' : req.method, exchange.path)
    if (found.kind === 'not_listed') {
      exchange.effect = 'strike'
      exchange.refusal = new AppError('path_not_listed', 'This path is not on the list of endpoints')
    } else if (found.kind === 'other_method') {
      const message = `This path takes ${found.allow.join(' or ')}, not ${req.method}`
      const allow = found.allow.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method]))
      exchange.refusal = new AppError('method_not_allowed', message, { allow })
    } else {
      exchange.operation = found.name
      exchange.path = found.path
      // It would not read what it started.
      if (wanted.isHead) exchange.collect = 'deny'
      const refusal = refusalOf(exchange)
      if (refusal) exchange.refusal = refusal
      else exchange.effect = operationOf(found.name).kind
    }
  }
}

function refusalOf({ req, operation }: Exchange): AppError | undefined {
  const row = operation && operationOf(operation)
  if (row?.planned) return notBuilt('This endpoint')
  if (!hasBody(req)) return undefined
  if (!row?.body) return new AppError('bad_request', `${req.method} takes no body here`)
  if (isJson(req)) return undefined
  return new AppError('unsupported_media_type', 'Bodies must be application/json in UTF-8, not compressed')
}
