/** A position, and how many results were read for it; 0 is not found, null never checked or unknown. */
type Seen = { position: number | null; depth: number | null }

/** Whether both ranks are known and neither is beyond what the other check read, as `ranks.is_comparable` has it. */
export function isComparable(now: Seen, before: Seen): boolean {
  if (now.position === null || before.position === null) return false
  return isWithin(before.position, now) && isWithin(now.position, before)
}

function isWithin(place: number, { position, depth }: Seen): boolean {
  return position !== 0 || depth === null || place <= depth
}

/** How far a rank moved, positive for up; null if either rank was not found or never checked. */
export function changeOf(previous: number | null, present: number | null): number | null {
  return previous && present ? previous - present : null
}
