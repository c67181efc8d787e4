// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const invisible = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** Drops control and direction marks; line ends become \n. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(invisible, '')
}

/** One line without tags and brackets, cut at a word if possible. */
export function plainLine(text: string, max: number): string {
  const plain = cleanText(text)
    .replace(/<[^>]*>?|[<>]/g, ' ')
    .replace(/[[\]`\\]/g, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return clipped(plain, max)
}

/** `max` in code points; cuts at a word unless the last one is very long. */
export function clipped(text: string, max: number): string {
  const characters = [...text]
  if (characters.length <= max) return text
  const cut = characters.slice(0, max).join('')
  const space = /\s/u.test(characters[max] ?? '') ? cut.length : cut.lastIndexOf(' ')
  return (space > cut.length / 2 ? cut.slice(0, space) : cut).trimEnd()
}

/** Any script; counts a link's words, not addresses or entities. */
export function countWords(markdown: string): number {
  let count = 0
  const text = markdown.replace(/\]\([^)]*\)/g, ']').replace(/&(#\d+|\w+);/g, ' ')
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count++
  return count
}
