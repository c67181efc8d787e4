/** Wide and fullwidth characters: Unicode's EastAsianWidth (UAX #11), its small gaps filled; emoji are wide as well. */
const wide =
  /[[\p{Emoji_Presentation}--[\u{1f1e6}-\u{1f1ff}]]\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u3247\u3250-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe1f\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18d7f}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/gv

/** The width of a text on a screen: a full-width character counts two, any other one. */
export function widthOf(text: string): number {
  let width = 0
  for (const _character of text) width++
  return width + (text.match(wide)?.length ?? 0)
}
