import type { z } from 'zod'
import type { Failure } from '../failure.ts'
import type { Plan } from '../plans.ts'

/** One kind of data that can be collected, e.g. keyword ideas for a phrase: its name, and how a run gets it. */
export type Kind<I, B> = {
  name: string
  /** Kinds of one lane share its places. */
  lane: string
  input: z.ZodType<I>
  /** Inputs with the same key are collected once. */
  keyOf(input: I): string
  freshMs: number
  /** How long a run usually takes; decides when readers should poll again. */
  typicalMs: number
  /** The pauses before the second try, the third, …; a failure after the last is final. */
  retryMs: readonly number[]
  /** When a scheduled reading is collected again, whatever came of a run: also of one that broke off. */
  nextDueAt?(input: I, now: Date): Date
  run(job: Job<I>, signal: AbortSignal): Promise<Outcome<B>>
}
// biome-ignore lint/suspicious/noExplicitAny: a list of kinds holds different inputs and bodies
export type AnyKind = Kind<any, any>

export type Job<I> = {
  input: I
  /** 1 for the first try. */
  tries: number
  /** The accounts that the cost is split over. */
  payers: readonly string[]
  /** The progress that an earlier run stored; null at first. */
  progress: unknown
  note(progress: unknown): Promise<void>
  /** Tells a long run, after so many ms, when another account is to have its place: it ends as `waiting` then, and goes on at its account's next turn. */
  slice(ms: number): () => Promise<boolean>
}

export type Outcome<B> =
  | {
      state: 'ready' | 'partial'
      body: B
      /** Why it is partial. */
      reason?: 'no_provider' | 'collect_limit' | undefined
      sources: readonly string[]
      sandbox: boolean
      costUsd: number | null
      /** When a scheduled reading is collected again, if not at its kind's time. */
      nextDueAt?: Date | undefined
    }
  /** Ordered and not ready: polled at that time, with that progress. */
  | { state: 'waiting'; pollAt: Date; progress: unknown }
  /** It did not begin: the sites that want it are frozen. One that a reader waits for is looked at again. */
  | { state: 'held'; isWanted: boolean }
  /** A failure without a call to a provider gives the collect back. */
  | { state: 'failed'; failure: Failure }

/** Who reads: a site or an account, the account that pays, and what this call may do. */
export type Asker = {
  scope: `s:${string}` | `a:${string}`
  accountId: string
  plan: Plan
  /** False for a call that may only read saved results. */
  mayCollect: boolean
  /** A viewer never collects: an answer says nothing of a limit. */
  isViewer?: boolean
  /** A frozen site reads what is saved, and nothing is started for it. */
  isFrozen?: boolean
  /** How long the call can wait for a result, in ms. */
  waitMs: number
}

export type CollectReason = 'no_provider' | 'allowance_exhausted' | 'collect_limit' | 'site_frozen'
export type CollectState = {
  status: 'queued' | 'collecting' | 'ready' | 'partial' | 'failed' | 'unavailable'
  reason: CollectReason | null
  updatedAt: string | null
  retryAfterSeconds?: number
}

/** A reader's answer: the body of its own version, if any, and the state to show. */
export type Reading<B> = {
  body: B | null
  sources: readonly string[]
  sandbox: boolean
  state: CollectState
  /** True for a poll, without rows, of work that another call started: it costs nothing. */
  isFree: boolean
}
