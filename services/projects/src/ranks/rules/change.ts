/** How far a rank moved, positive for up; null if either rank was not found or never checked. */
export function changeOf(previous: number | null, present: number | null): number | null {
  return previous && present ? previous - present : null
}
