import type { OperationName } from '@rts/shared/contract/table'
import type { AppError } from '@rts/shared/errors'
import type { Request, Response } from 'express'
import type { Door, Effect } from '../data/admission-store.ts'
import type { Allowance } from '../domain/allowance.ts'
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
  keyHash?: Buffer
  operation?: OperationName
  /** What admission is asked for. */
  effect: Effect
  /** Refused by an earlier step, but answered only after key and rate had their say. */
  refusal?: AppError
  body?: Buffer
  standing?: Standing
  allowance?: Allowance
  /** True between the charge and the answer's head. */
  charged: boolean
  collect: 'allow' | 'deny'
}

export type Step = (exchange: Exchange) => void | Promise<void>
