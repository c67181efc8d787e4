import { createHash } from 'node:crypto'
import { dayMs } from '@rts/shared/clock'

const minGapMs = dayMs / 2

/**
 * When what is named `key` is due next: daily at a time of day of its own, so that runs spread over the day, and never within half a
 * day of `now`.
 */
export function nextSlot(key: string, now: Date): Date {
  const slotMs = (createHash('sha256').update(key).digest().readUInt32BE(0) % 86_400) * 1_000
  const earliest = now.getTime() + minGapMs
  const midnight = Math.floor(earliest / dayMs) * dayMs
  const slot = midnight + slotMs
  return new Date(slot < earliest ? slot + dayMs : slot)
}
