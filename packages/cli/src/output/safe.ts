// Control characters, and marks that turn the direction of writing: a terminal would obey them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to find
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** A text of others, on one line and without effect on the terminal: each such character is shown as its number, `\u001b`. */
export function safe(text: string): string {
  return text.replace(unsafe, escaped)
}

/** JSON as it is, without what JSON itself leaves raw. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(unsafe, (sign) => (sign === '\n' ? sign : escaped(sign)))
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u
const none = /^[\p{M}\u200b-\u200d]+$/u
const signs = new Intl.Segmenter()

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  let width = 0
  for (const { segment } of signs.segment(text)) width += none.test(segment) ? 0 : wide.test(segment) ? 2 : 1
  return width
}

/** The beginning of a text that takes `max` columns, with an ellipsis where it was longer. */
export function cut(text: string, max: number): string {
  if (widthOf(text) <= max) return text
  let kept = ''
  let width = 0
  for (const { segment } of signs.segment(text)) {
    width += widthOf(segment)
    if (width > max - 1) break
    kept += segment
  }
  return `${kept}…`
}
