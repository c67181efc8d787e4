import type { OperationName } from '@rts/shared/contract/table'
import type { AppError } from '@rts/shared/errors'
import type { Request, Response } from 'express'
import type { Door, Effect } from '../../data/admission-store.ts'
import type { Allowance } from '../../domain/allowance.ts'
import type { Standing } from './admission.ts'

/** One request on its way through the pipeline. Steps fill it in, in their order. */
export type Exchange = {
  req: Request
  res: Response
  requestId: string
  startedAt: number
  door: Door
  /** The path below the base address, raw, and the query behind it. */
  path: string
  query: string
  keyHash: Buffer | undefined
  operation: OperationName | undefined
  /** What admission is asked for. */
  effect: Effect
  /** Refused by an earlier step, but answered only after key and rate had their say. */
  refusal: AppError | undefined
  body: Buffer | undefined
  standing: Standing | undefined
  allowance: Allowance | undefined
  /** True between the charge and the answer's head. */
  charged: boolean
  collect: 'allow' | 'deny'
  /** How long the service behind had it, once it was forwarded. */
  upstreamMs: number | undefined
}

export type Step = (exchange: Exchange) => void | Promise<void>

/** A request before its first step. Every field is there from the start, so that all exchanges have one shape. */
export function newExchange(facts: Pick<Exchange, 'req' | 'res' | 'requestId' | 'door' | 'path' | 'query'>): Exchange {
  return {
    req: facts.req,
    res: facts.res,
    requestId: facts.requestId,
    startedAt: performance.now(),
    door: facts.door,
    path: facts.path,
    query: facts.query,
    keyHash: undefined,
    operation: undefined,
    effect: 'rate',
    refusal: undefined,
    body: undefined,
    standing: undefined,
    allowance: undefined,
    charged: false,
    collect: 'allow',
    upstreamMs: undefined,
  }
}

/** Has the service behind answer and notes how long that took, whatever came of it. */
export async function timeUpstream<E extends Exchange>(
  exchange: E,
  send: (exchange: E) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now()
  try {
    await send(exchange)
  } finally {
    exchange.upstreamMs = performance.now() - startedAt
  }
}
