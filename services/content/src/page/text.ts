import { createHash } from 'node:crypto'
import { isAsciiText, lowered, sketchOf } from './sketch.ts'

/** Facts of the readable text without navigation and footer; the text is dropped. */
export type TextFacts = {
  words: number
  bytes: number
  /** Equal for the same words; null without any. */
  hash: string | null
  /** MinHash of words outside links; null for few words. */
  sketch: string | null
  hasLorem: boolean
}

const words = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu
/** Scripts without spaces: about two characters a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu

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

/** Lower-case words joined by spaces, and their count. */
type Words = { plain: Buffer; count: number }

export function wordsIn(text: string): Words {
  const found = text.toLowerCase().match(words) ?? []
  const glyphs = text.match(unspaced)?.length ?? 0
  return { plain: Buffer.from(found.join(' ')), count: found.length + Math.floor(glyphs / 2) }
}

const space = 0x20
const joiners = ["'", '-'].map((joiner) => joiner.charCodeAt(0))

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
