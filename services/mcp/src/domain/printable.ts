/** A caller's own words in an answer: short, and without what could break a line. */
export function printable(text: string): string {
  return text.replace(/[^\p{L}\p{N}_.[\]-]/gu, '?').slice(0, 60)
}
