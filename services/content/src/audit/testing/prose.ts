/** Seeded random numbers, 0 to 1. */
function chance(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const once = Math.imul(state ^ (state >>> 15), 1 | state)
    const twice = (once + Math.imul(once ^ (once >>> 7), 61 | once)) ^ once
    return ((twice ^ (twice >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Word frequencies as in real languages; `unspaced`: single Chinese characters. */
function wordOf(next: () => number, unspaced: boolean): string {
  const rank = Math.floor(3_000 ** next())
  return unspaced ? String.fromCharCode(0x4e00 + rank) : `w${rank.toString(36)}`
}

export function words(seed: number, count: number, unspaced = false): string[] {
  const next = chance(seed)
  return Array.from({ length: count }, () => wordOf(next, unspaced))
}

export function changed(text: readonly string[], share: number, seed: number): string[] {
  const next = chance(seed + 0x5eed)
  const others = [...text]
  for (let i = 0; i < Math.max(1, Math.round(text.length * share)); i++)
    others[Math.floor(next() * text.length)] = `other${Math.floor(next() * 1e9)}`
  return others
}

/** A text that names a city once per `every` words. */
export function cityText(city: string, count: number, every: number): string[] {
  return words(4_711, count).map((word, i) => (i % every === 0 ? city : word))
}
