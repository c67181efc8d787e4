/** A caller's text for an answer: shortened, and without characters that could break a line. */
export function printable(text: string): string {
  return text.replace(/[^\p{L}\p{N}_.[\]-]/gu, '?').slice(0, 60)
}
