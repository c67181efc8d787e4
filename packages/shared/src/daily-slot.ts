import { createHash } from 'node:crypto'
import { dayMs } from './clock.ts'

/** The second of the day (0 to 86,399) at which regular work is due: evenly spread, and always the same for one identity. */
export function slotOf(...identity: string[]): number {
  const digest = createHash('sha256').update(identity.join('\u0000')).digest()
  return digest.readUInt32BE(0) % 86_400
}

/** When work done at `doneAt` is due next: at its slot nearest to one rhythm later, so that a late run never shifts the next ones. */
export function nextDue(doneAt: Date, rhythmDays: number, slotSeconds: number): Date {
  const earliest = doneAt.getTime() + (rhythmDays - 0.5) * dayMs
  const onThatDay = Math.floor(earliest / dayMs) * dayMs + slotSeconds * 1_000
  return new Date(onThatDay >= earliest ? onThatDay : onThatDay + dayMs)
}
