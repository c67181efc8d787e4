import { randomUUID } from 'node:crypto'
import type { OperationName } from '@rts/shared/contract/table'
import type { AppError } from '@rts/shared/errors'
import { inSpan } from '@rts/shared/traces/spans'
import type { Request, Response } from 'express'
import type { Allowance, Door, Effect, KeyState } from '../../admission/admission.ts'

export type Wanted = { isHead: boolean; encodings: string | undefined; tags: string | undefined }

/** The steps fill it in, in their order. */
export type Exchange = {
  req: Request
  res: Response
  requestId: string
  startedAt: number
  door: Door | 'dashboard' | 'connect'
  /** Raw path below the base address, then the query. */
  path: string
  query: string
  /** The client's accepted form; the service gets other headers. */
  wanted: Wanted
  keyHash: Buffer | undefined
  operation: OperationName | undefined
  effect: Effect
  /** Of an earlier step; sent only after key and rate were checked. */
  refusal: AppError | undefined
  body: Buffer | undefined
  keyState: KeyState | undefined
  allowance: Allowance | undefined
  /** True between the charge and the answer's head. */
  charged: boolean
  collect: 'allow' | 'deny'
  upstreamMs: number | undefined
}

export type Answer = (req: Request, res: Response) => Promise<void>
export type Step = (exchange: Exchange) => void | Promise<void>

/** All fields exist from the start: exchanges share one shape in V8. */
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

const leftStatus = 499

export function statusOf({ res }: Exchange): number {
  return res.headersSent ? res.statusCode : leftStatus
}

/** Records the time after a failure too. */
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
