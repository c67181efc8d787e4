import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@rts/local/testing/until'
import type { DatabaseService } from '@rts/shared/contract/services'
import { type Answer, at } from '../../tests/support/system.ts'
import type { World } from './world.ts'

export type Finding = { lost: string[]; doubled: string[] }
export type Reply = Pick<Answer, 'status' | 'body'>
/** A statement of a service's database, with its values. */
export type Query = [service: DatabaseService, sql: string, ...values: unknown[]]
/** A number to find at the end, of a statement, of a look, or given: fewer are lost, more than `max` are doubled. */
export type Count = [what: string, seen: Query | (() => Promise<number>) | number, wanted: number, max?: number]

/** A caller gives up on a job after this time. */
export const jobMs = 420_000
/** Looks at calls of an account stay below its 30 a minute. */
const lookMs = 2_500

/** Waits until all numbers are as they must be; answers those that never are. */
export async function foundIn(world: World, counts: readonly Count[], deadlineMs = jobMs): Promise<Finding> {
  const end = performance.now() + deadlineMs
  for (;;) {
    const finding: Finding = { lost: [], doubled: [] }
    for (const [what, given, wanted, max = wanted] of counts) {
      const look = typeof given === 'object' ? () => world.count(...given) : given
      const seen = typeof look === 'number' ? look : await look()
      if (seen < wanted) finding.lost.push(`${what}: ${seen}, not ${wanted}`)
      if (seen > max) finding.doubled.push(`${what}: ${seen}, not ${max}`)
    }
    const isWell = finding.lost.length + finding.doubled.length === 0
    if (isWell || performance.now() > end) return finding
    await delay(lookMs)
  }
}

/** A call whose answer must have one of these at a path. One that fails is made again. */
export function said(what: string, call: () => Promise<Reply>, path: string[], ends: string[]): Count {
  const look = async () => ends.includes(String(at((await call().catch(() => null))?.body, ...path)))
  return [what, async () => Number(await look()), 1]
}

/** Waits until a statement finds something. */
export function untilCounted(what: string, world: World, query: Query): Promise<unknown> {
  return until(what, async () => (await world.count(...query)) > 0, jobMs, 200)
}
