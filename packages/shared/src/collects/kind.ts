import type { z } from 'zod'
import type { Failure } from '../failure.ts'
import type { Plan } from '../plans.ts'

/** One kind of data that can be collected, e.g. keyword ideas for a phrase: its name, and how a run gets it. */
export type Kind<I, B> = {
  name: string
  lane: string
  input: z.ZodType<I>
  keyOf(input: I): string
  freshMs: number
  /** Decides when readers should poll again. */
  typicalMs: number
  /** The pauses before the second try, the third, …; a failure after the last is final. */
  retryMs: readonly number[]
  /** When a scheduled reading is collected again, also after a run that broke off. */
  nextDueAt?(input: I, now: Date): Date
  run(job: Job<I>, signal: AbortSignal): Promise<Outcome<B>>
}
// biome-ignore lint/suspicious/noExplicitAny: a list of kinds holds different inputs and bodies
export type AnyKind = Kind<any, any>

export type Job<I> = {
  input: I
  tries: number
  payers: readonly string[]
  /** Stored by an earlier run; null at first. */
  progress: unknown
  note(progress: unknown): Promise<void>
  /** Tells a long run, after `ms`, when another account is to have its place: it ends as `waiting`, and goes on at its next turn. */
  slice(ms: number): () => Promise<boolean>
}

export type Outcome<B> =
  | {
      state: 'ready' | 'partial'
      body: B
      reason?: 'no_provider' | 'collect_limit' | undefined
      sources: readonly string[]
      sandbox: boolean
      costUsd: number | null
      nextDueAt?: Date | undefined
    }
  | { state: 'waiting'; pollAt: Date; progress: unknown }
  /** Only frozen sites want it. One that a reader waits for is looked at again. */
  | { state: 'held'; isWanted: boolean }
  /** A failure without a call to a provider gives the collect back. */
  | { state: 'failed'; failure: Failure }

export type Asker = {
  scope: `s:${string}` | `a:${string}`
  accountId: string
  plan: Plan
  mayCollect: boolean
  /** A viewer never collects. */
  isViewer?: boolean
  isFrozen?: boolean
  /** In ms. */
  waitMs: number
}

export type CollectReason = 'no_provider' | 'allowance_exhausted' | 'collect_limit' | 'site_frozen'
export type CollectState = {
  status: 'queued' | 'collecting' | 'ready' | 'partial' | 'failed' | 'unavailable'
  reason: CollectReason | null
  updatedAt: string | null
  retryAfterSeconds?: number
}

export type Reading<B> = {
  body: B | null
  sources: readonly string[]
  sandbox: boolean
  state: CollectState
  /** True for a poll of work that another call started: it costs nothing. */
  isFree: boolean
}
