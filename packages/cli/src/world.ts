import type { Readable, Writable } from 'node:stream'
import type { Clock } from '../../client/src/client.ts'

/** The parts of its process that a run uses; tests pass their own. */
export type World = {
  env: Readonly<Record<string, string | undefined>>
  home: string
  stdin: Readable & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
  stdout: Writable & { isTTY?: boolean; columns?: number }
  stderr: Writable & { isTTY?: boolean }
  clock: Clock
}

/** How a run ends, as its exit code. Node's own for a fault is 1: a build would take it for a rank. */
export const exits = { ok: 0, broken: 1, usage: 2, unanswered: 3, fault: 70 } as const

export class UsageError extends Error {
  override name = 'UsageError'
}

/** Something that the service, or the machine, did not answer: ends with 3. */
export class Unanswered extends Error {
  override name = 'Unanswered'
}
