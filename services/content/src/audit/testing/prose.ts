/** A source of chance that gives the same for the same seed: from 0 up to 1. */
function chance(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const once = Math.imul(state ^ (state >>> 15), 1 | state)
    const twice = (once + Math.imul(once ^ (once >>> 7), 61 | once)) ^ once
    return ((twice ^ (twice >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Some words are frequent and most are rare, as in any language; `unspaced` are single characters of Chinese. */
function wordOf(next: () => number, unspaced: boolean): string {
  const rank = Math.floor(3_000 ** next())
  return unspaced ? String.fromCharCode(0x4e00 + rank) : `w${rank.toString(36)}`
}

/** The words of a text. */
export function words(seed: number, count: number, unspaced = false): string[] {
  const next = chance(seed)
  return Array.from({ length: count }, () => wordOf(next, unspaced))
}

/** The same words but for a share of them, which are others. */
export function changed(text: readonly string[], share: number, seed: number): string[] {
  const next = chance(seed + 0x5eed)
  const others = [...text]
  for (let i = 0; i < Math.max(1, Math.round(text.length * share)); i++)
    others[Math.floor(next() * text.length)] = `other${Math.floor(next() * 1e9)}`
  return others
}

/** A text about a city, which it names in every so many words. */
export function cityText(city: string, count: number, every: number): string[] {
  return words(4_711, count).map((word, i) => (i % every === 0 ? city : word))
}
