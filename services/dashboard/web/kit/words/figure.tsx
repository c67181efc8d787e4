/** A number, or a dash for one that nobody knows: it is never shown as 0. */
export function figure(value: number | null, digits = 0): string {
  if (value === null) return '–'
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}

/** A position: a place, "not found" for 0, a dash where nobody looked. */
export function place(position: number | null): string {
  return position === 0 ? 'not found' : figure(position)
}
