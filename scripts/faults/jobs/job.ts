import type { World } from '../world.ts'

/**
 * Where a job is when the fault comes. `called`: the call that starts it is under way; `asked`: the outside was asked and has not
 * answered; `storing`: the outcome waits for a lock in the database.
 */
export const phases = ['called', 'asked', 'storing'] as const
export type Phase = (typeof phases)[number]
export type Finding = { lost: string[]; doubled: string[] }
export type Running = {
  /** Lets go what holds the job in its phase. */
  release(): Promise<void>
  /** Waits for the job's end, repeating a call that failed as its caller would; says what was lost and what was doubled. */
  end(): Promise<Finding>
}
export type Job = {
  name: string
  /** Those in which it can be held. */
  phases: readonly Phase[]
  /** Starts the job once `go` is settled, and brings it to the phase. */
  begin(world: World, phase: Phase, go: Promise<void>): Promise<Running>
}
