/** A list as one text of lines, '' for null: without line ends in them, and without NUL, which Postgres keeps in no text. */
export function lines(list: readonly (string | null)[]): string {
  return cleaned(list).join('\n')
}

/** The same entries without line ends and NUL. Hardly any has one: they are looked for in all at once. */
export function cleaned<T extends string | null>(list: readonly T[]): readonly (T | string)[] {
  return /[\n\0]/.test(list.join('')) ? list.map((entry) => line(entry ?? '')) : list
}

function line(text: string): string {
  return text.replaceAll('\n', '').replaceAll('\u0000', '')
}
