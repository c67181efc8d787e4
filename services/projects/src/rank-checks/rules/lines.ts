/** A list as one text of lines, '' for null: without line ends in them, and without NUL, which Postgres keeps in no text. */
export function lines(list: readonly (string | null)[]): string {
  return list.map((entry) => line(entry ?? '')).join('\n')
}

/** A text without line ends and NUL. */
export function line(text: string): string {
  return text.replaceAll('\n', '').replaceAll('\u0000', '')
}
