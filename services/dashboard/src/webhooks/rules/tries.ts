import { dayMs } from '@rts/shared/clock'
import type { EndpointKind, TryFailure } from '@rts/shared/contract/rows/webhook'

/** How a try went. `text` is how the answer begins. */
export type Answer = {
  isDelivered: boolean
  /** It will never be delivered there. */
  isGone: boolean
  status: number | null
  failure: TryFailure | null
  text: string | null
  ms: number
  /** How long it asks to wait; null where it does not. */
  retryAfterMs: number | null
}
type Received = { status: number; headers: Readonly<Record<string, string>>; body: string }

const keptCharacters = 200
const maxWaitMs = 3_600_000
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/** 2xx is success. 410 ends an endpoint; Slack and Discord answer 404 for a webhook that was deleted. */
export function answerOf(kind: EndpointKind, { status, headers, body }: Received, ms: number, now: Date): Answer {
  const isGone = status === 410 || (status === 404 && kind !== 'webhook')
  const isDelivered = status >= 200 && status < 300
  const retryAfterMs = isDelivered ? null : waitOf(status, headers['retry-after'], body, now)
  const text = [...body.replace(controls, ' ').trim()].slice(0, keptCharacters).join('') || null
  return { isDelivered, isGone, status, failure: null, text, ms, retryAfterMs }
}

export function noAnswer(failure: TryFailure, ms: number): Answer {
  return { isDelivered: false, isGone: false, status: null, failure, text: null, ms, retryAfterMs: null }
}

/** `Retry-After` of a 429 or 503, in seconds or as a date, or Discord's `retry_after` in seconds: at most an hour. */
function waitOf(status: number, header: string | undefined, body: string, now: Date): number | null {
  if (status !== 429 && status !== 503) return null
  const seconds = secondsOf(header, now) ?? inBody(body)
  return seconds === null ? null : Math.min(maxWaitMs, Math.max(1_000, Math.ceil(seconds * 1_000)))
}

function secondsOf(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : (at - now.getTime()) / 1_000
}

function inBody(body: string): number | null {
  const [, seconds] = /"retry_after"\s*:\s*(\d+(?:\.\d+)?)/.exec(body) ?? []
  return seconds === undefined ? null : Number(seconds)
}

/** The tries in a row that brought no success. */
type Streak = { fails: number; failingSince: Date | null }
export type Tried = Answer & { at: Date }
/** How an endpoint goes on. `dueAt`: null is at once, if more waits. */
export type Course = Streak & { dueAt: Date | null; restsFor: 'failing' | 'removed' | null; isSlow: boolean }

/** After so long without success an endpoint rests. */
const patienceMs = 3 * dayMs
const slowMs = 1_500
const second = 1_000
const hour = 3_600 * second
/** The pauses before the second try, the third, …; the last one goes on. */
const pausesMs = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400].map((seconds) => seconds * second).concat(6 * hour)

/**
 * The course of an endpoint after tries in their order, of which only the last may have failed. `random` is from 0 to 1: endpoints that
 * failed together are not tried together again.
 */
export function courseAfter(streak: Streak, tries: readonly Tried[], random: number): Course {
  const last = tries.at(-1)
  const isSlow = tries.some(({ ms, isDelivered }) => !isDelivered || ms > slowMs)
  if (!last) return { ...streak, dueAt: null, restsFor: null, isSlow: streak.fails > 0 }
  if (last.isDelivered) return { fails: 0, failingSince: null, dueAt: null, restsFor: null, isSlow }
  const before = tries.length > 1 ? { fails: 0, failingSince: null } : streak
  const failingSince = before.failingSince ?? last.at
  const isOver = last.at.getTime() - failingSince.getTime() >= patienceMs
  const restsFor = last.isGone ? 'removed' : isOver ? 'failing' : null
  const fails = before.fails + 1
  const pauseMs = last.retryAfterMs ?? pauseAfter(fails, random)
  return { fails, failingSince, dueAt: new Date(last.at.getTime() + pauseMs), restsFor, isSlow }
}

/** The pause after so many failures in a row, with a fifth more or less. */
function pauseAfter(fails: number, random: number): number {
  const pauseMs = pausesMs[Math.min(fails, pausesMs.length) - 1] ?? 6 * hour
  return Math.round(pauseMs * (0.8 + 0.4 * random))
}
