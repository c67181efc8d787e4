import { hashOf, nextHash, startOfHash } from './hash.ts'

/** Standard error below 0.045. */
const bins = 128
const binShift = 25
const restMask = 2 ** binShift - 1
const empty = 0xffffffff
/** Words, or unspaced characters, per shingle. */
const run = 3
/** Fewer words are not comparable. */
const fewest = 100
/** Longer texts are compared by their beginning. */
const maxText = 200_000

const unspaced = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}'
const token = new RegExp(`[[${unspaced}]&&\\p{L}]|[[\\p{L}\\p{N}]--[${unspaced}]]+`, 'gv')

/**
 * A MinHash of a text by one permutation (Li, Owen and Zhang, One permutation hashing, 2012): the first bits of the hash of a run of
 * three words choose one of 128 bins, which keeps its smallest hash. An empty bin takes the minimum of another one (Shrivastava,
 * Optimal densification for fast and accurate minwise hashing, 2017). The low 16 bits of each are kept (Li and König, b-Bit minwise
 * hashing, 2010), as 344 characters of base64. Null for fewer than 100 words; each character of a script without spaces is a word.
 */
export function sketchOf(text: string): string | null {
  const tokens = tokenHashes(text.slice(0, maxText))
  if (tokens.length < fewest) return null
  const min = new Uint32Array(bins).fill(empty)
  let first = 0
  let second = 0
  for (let at = 0; at < tokens.length; at++) {
    const third = tokens[at] ?? 0
    const whole = mixed(first ^ Math.imul(second, 0x9e3779b1) ^ Math.imul(third, 0x85ebca6b))
    first = second
    second = third
    const bin = whole >>> binShift
    const rest = whole & restMask
    if (at >= run - 1 && rest < (min[bin] ?? 0)) min[bin] = rest
  }
  const full = Uint16Array.from(min, (own, bin) => (own === empty ? borrowed(min, bin) : own))
  return Buffer.from(full.buffer).toString('base64')
}

export function tokenHashes(text: string): number[] {
  if (!isAsciiText(text)) return (text.toLowerCase().match(token) ?? []).map(hashOf)
  const hashes: number[] = []
  let hash = startOfHash
  for (let i = 0; i < text.length; i++) {
    const letter = lowered[text.charCodeAt(i)] ?? 0
    if (letter !== 0) hash = nextHash(hash, letter)
    else if (hash !== startOfHash) {
      hashes.push(hash)
      hash = startOfHash
    }
  }
  if (hash !== startOfHash) hashes.push(hash)
  return hashes
}

/** The first full bin in a fixed order per bin. */
function borrowed(min: Uint32Array, bin: number): number {
  for (let attempt = 1; ; attempt++) {
    const lent = min[mixed(bin + attempt * bins) >>> binShift] ?? empty
    if (lent !== empty) return lent
  }
}

export function minimaOf(sketch: string): string {
  return Buffer.from(sketch, 'base64').toString('utf16le')
}

function mixed(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  const twice = Math.imul(once ^ (once >>> 15), 0x846ca68b)
  return twice ^ (twice >>> 16)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is asked
const beyondAscii = /[^\x00-\x7f]/

/** Fast path: a letter table takes a third of a regular expression's time. */
export function isAsciiText(text: string): boolean {
  return !beyondAscii.test(text)
}

/** Lower-cased ASCII letters and digits; 0 for any other character. */
export const lowered = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code).toLowerCase()
  return /[a-z\d]/.test(character) ? character.charCodeAt(0) : 0
})
