/** Marks, and the two half-width signs that become marks. */
const mark = '[\\p{M}\uff9e\uff9f]'
/** More than any language writes on one letter (UAX #15). Sorting marks takes the square of their number. */
export const maxMarks = 30
const runs = new RegExp(`(${mark}{1,${maxMarks}})${mark}*`, 'gu')

/** A normal form of a text of any length and any letters, in time that grows with its length alone. */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC'): string {
  return withoutLongRuns(text).normalize(form)
}

export function withoutLongRuns(text: string): string {
  return text.replace(runs, '$1')
}
