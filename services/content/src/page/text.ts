import { createHash } from 'node:crypto'
import { isAsciiText, lowered } from './ascii.ts'
import { sketchOf } from './sketch.ts'

/** The readable text of a page, without navigation and footer. The text itself is not kept. */
export type TextFacts = {
  words: number
  bytes: number
  /** The same for pages with the same words; null without a word. */
  hash: string | null
  /** A MinHash of the words outside links, to find almost the same texts; null where these are too few. */
  sketch: string | null
  hasLorem: boolean
}

const words = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu
/** Scripts that write no spaces: about two characters are a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu

/** Counts and hashes a text; `prose` is the part of it outside links. */
export function textFacts(text: string, prose: string): TextFacts {
  const { plain, count } = isAsciiText(text) ? asciiWords(text) : wordsIn(text)
  return {
    words: count,
    bytes: plain.length,
    hash: plain.length === 0 ? null : createHash('sha1').update(plain).digest('base64').slice(0, 16),
    sketch: sketchOf(prose),
    hasLorem: plain.includes('lorem ipsum dolor'),
  }
}

/** The words of a text in lower case with a space between them, and their number. */
type Words = { plain: Buffer; count: number }

export function wordsIn(text: string): Words {
  const found = text.toLowerCase().match(words) ?? []
  const glyphs = text.match(unspaced)?.length ?? 0
  return { plain: Buffer.from(found.join(' ')), count: found.length + Math.floor(glyphs / 2) }
}

const space = 0x20
const joiners = ["'", '-'].map((joiner) => joiner.charCodeAt(0))

/** The same for a text in ASCII. */
export function asciiWords(text: string): Words {
  const plain = Buffer.allocUnsafe(text.length)
  let length = 0
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const letter = lowered[code] ?? 0
    const isInside = length > 0 && plain[length - 1] !== space
    if (letter !== 0) {
      if (!isInside) count++
      plain[length++] = letter
    } else if (isInside) plain[length++] = joiners.includes(code) && lowered[text.charCodeAt(i + 1)] ? code : space
  }
  if (plain[length - 1] === space) length--
  return { plain: plain.subarray(0, length), count }
}
