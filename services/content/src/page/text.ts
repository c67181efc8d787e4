import { createHash } from 'node:crypto'

/** The readable text of a page, without navigation and footer. The text itself is not kept. */
export type TextFacts = {
  words: number
  bytes: number
  /** The same for pages with the same words; null without a word. */
  hash: string | null
  /** 64 bits as two numbers, alike for pages that are alike. */
  likeness: [number, number]
  hasLorem: boolean
}

const words = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu
/** Scripts that write no spaces: about two characters are a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is asked
const beyondAscii = /[^\x00-\x7f]/

/** Counts and hashes a text. */
export function textFacts(text: string): TextFacts {
  const isAscii = !beyondAscii.test(text)
  const found = text.toLowerCase().match(isAscii ? /[a-z\d]+(?:['-][a-z\d]+)*/g : words) ?? []
  const glyphs = isAscii ? 0 : (text.match(unspaced)?.length ?? 0)
  const plain = found.join(' ')
  return {
    words: found.length + Math.floor(glyphs / 2),
    bytes: isAscii ? plain.length : Buffer.byteLength(plain),
    hash: found.length === 0 ? null : createHash('sha1').update(plain).digest('base64').slice(0, 16),
    likeness: likenessOf(found),
    hasLorem: plain.includes('lorem ipsum dolor'),
  }
}

/** Of the runs of words one in four is looked at, the same ones in every text. */
const sampled = 3

/** A SimHash over runs of three words: two texts that share most runs differ in few bits. */
function likenessOf(found: readonly string[]): [number, number] {
  const sums = new Int32Array(64)
  let [first, second] = [0, 0]
  for (const word of found) {
    const third = hashOf(word)
    const low = mixed(first ^ Math.imul(second, 0x9e3779b1) ^ Math.imul(third, 0x85ebca6b))
    first = second
    second = third
    if ((low & sampled) !== 0) continue
    const high = mixed(low ^ 0x27d4eb2f)
    for (let bit = 0; bit < 32; bit++) {
      sums[bit] = (sums[bit] ?? 0) + ((low >>> bit) & 1 ? 1 : -1)
      sums[bit + 32] = (sums[bit + 32] ?? 0) + ((high >>> bit) & 1 ? 1 : -1)
    }
  }
  return [bitsOf(sums, 0), bitsOf(sums, 32)]
}

function bitsOf(sums: Int32Array, from: number): number {
  let bits = 0
  for (let bit = 0; bit < 32; bit++) if ((sums[from + bit] ?? 0) > 0) bits |= 1 << bit
  return bits >>> 0
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return hash
}

function mixed(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  return Math.imul(once ^ (once >>> 15), 0x846ca68b) ^ (once >>> 13)
}
