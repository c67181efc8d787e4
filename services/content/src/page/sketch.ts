import { hashOf } from './hash.ts'

/** Minima that are compared: the standard error of an estimate is below 0.045. */
const permutations = 128
/** Words in a row, or characters of a script without spaces, that are compared as one. */
const run = 3
/** A text of fewer words says too little to be compared. */
const fewest = 100
/** Of longer texts the beginning is compared. */
const mostText = 200_000

const unspaced = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}'
const token = new RegExp(`[[${unspaced}]&&\\p{L}]|[[\\p{L}\\p{N}]--[${unspaced}]]+`, 'gv')

const offsets = Int32Array.from({ length: permutations }, (_, i) => mixed(i + 1))
/** Odd, so that each multiplication is a permutation. */
const factors = Int32Array.from({ length: permutations }, (_, i) => mixed(~i) | 1)

/**
 * A MinHash of a text: for each of 128 permutations the smallest hash of its runs of three words (Broder, On the resemblance and
 * containment of documents, 1997). The low 16 bits are kept (Li and König, b-Bit minwise hashing, 2010), as 344 characters of base64.
 * Null for fewer than 100 words; each character of a script without spaces is a word.
 */
export function sketchOf(text: string): string | null {
  const tokens = text.slice(0, mostText).toLowerCase().match(token) ?? []
  if (tokens.length < fewest) return null
  const least = new Uint32Array(permutations).fill(0xffffffff)
  let first = 0
  let second = 0
  tokens.forEach((word, at) => {
    const third = hashOf(word)
    const whole = mixed(first ^ Math.imul(second, 0x9e3779b1) ^ Math.imul(third, 0x85ebca6b))
    first = second
    second = third
    if (at >= run - 1) lower(least, whole)
  })
  return Buffer.from(Uint16Array.from(least).buffer).toString('base64')
}

function lower(least: Uint32Array, whole: number): void {
  for (let i = 0; i < permutations; i++) {
    const hash = Math.imul(whole ^ (offsets[i] ?? 0), factors[i] ?? 1) >>> 0
    if (hash < (least[i] ?? 0)) least[i] = hash
  }
}

/** The minima of a sketch, as characters. */
export function minimaOf(sketch: string): string {
  return Buffer.from(sketch, 'base64').toString('utf16le')
}

function mixed(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  const twice = Math.imul(once ^ (once >>> 15), 0x846ca68b)
  return twice ^ (twice >>> 16)
}
