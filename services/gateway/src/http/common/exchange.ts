import { randomUUID } from 'node:crypto'
import type { OperationName } from '@rts/shared/contract/table'
import type { AppError } from '@rts/shared/errors'
import { inSpan } from '@rts/shared/traces/spans'
import type { Request, Response } from 'express'
import type { Allowance, Door, Effect, KeyState } from '../../admission/admission.ts'

export type Wanted = { isHead: boolean; encodings: string | undefined; tags: string | undefined }

/** One request in the pipeline. The steps fill it in, in their order. */
export type Exchange = {
  req: Request
  res: Response
  requestId: string
  startedAt: number
  door: Door | 'dashboard' | 'connect'
  /** The raw path below the base address, and the query after it. */
  path: string
  query: string
  /** The form of the answer that the client asks for; the request to the service has other headers. */
  wanted: Wanted
  keyHash: Buffer | undefined
  operation: OperationName | undefined
  /** The question to admission. */
  effect: Effect
  /** The refusal of an earlier step, answered only after key and rate were checked. */
  refusal: AppError | undefined
  body: Buffer | undefined
  keyState: KeyState | undefined
  allowance: Allowance | undefined
  /** True between the charge and the answer's head. */
  charged: boolean
  collect: 'allow' | 'deny'
  /** The service's time for it, once it was forwarded. */
  upstreamMs: number | undefined
}

/** The answer to a request of an endpoint. */
export type Answer = (req: Request, res: Response) => Promise<void>
export type Step = (exchange: Exchange) => void | Promise<void>

/** A request before its first step. All fields exist from the start, so that all exchanges have the same shape. */
export function newExchange(req: Request, res: Response, door: Exchange['door'], path: string, query = ''): Exchange {
  return {
    req,
    res,
    requestId: randomUUID(),
    startedAt: performance.now(),
    door,
    path,
    query,
    wanted: {
      isHead: req.method === 'HEAD',
      encodings: req.headers['accept-encoding'],
      tags: req.headers['if-none-match'],
    },
    keyHash: undefined,
    operation: undefined,
    effect: 'rate',
    refusal: undefined,
    body: undefined,
    keyState: undefined,
    allowance: undefined,
    charged: false,
    collect: 'allow',
    upstreamMs: undefined,
  }
}

/** The client left before the answer. */
const leftStatus = 499

/** The status that was answered. */
export function statusOf({ res }: Exchange): number {
  return res.headersSent ? res.statusCode : leftStatus
}

/** Runs the call to the service and records its time, also after a failure. */
export async function timeUpstream<E extends Exchange>(
  exchange: E,
  send: (exchange: E) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now()
  try {
    await inSpan('service', { kind: 'client' }, () => send(exchange))
  } finally {
    exchange.upstreamMs = performance.now() - startedAt
  }
}
