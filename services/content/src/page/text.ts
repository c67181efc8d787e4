import { createHash } from 'node:crypto'
import { isAsciiText } from './ascii.ts'
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
  const isAscii = isAsciiText(text)
  const found = text.toLowerCase().match(isAscii ? /[a-z\d]+(?:['-][a-z\d]+)*/g : words) ?? []
  const glyphs = isAscii ? 0 : (text.match(unspaced)?.length ?? 0)
  const plain = found.join(' ')
  return {
    words: found.length + Math.floor(glyphs / 2),
    bytes: isAscii ? plain.length : Buffer.byteLength(plain),
    hash: found.length === 0 ? null : createHash('sha1').update(plain).digest('base64').slice(0, 16),
    sketch: sketchOf(prose),
    hasLorem: plain.includes('lorem ipsum dolor'),
  }
}
