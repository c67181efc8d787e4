import { dayMs } from '@rts/shared/clock'
import type { Answer } from './answers.ts'

/** The tries in a row that brought no success. */
export type Streak = { fails: number; failingSince: Date | null }
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
