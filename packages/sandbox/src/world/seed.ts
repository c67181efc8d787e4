/** 32 bits: FNV-1a, then Murmur3's final mix. The world's only source of chance. */
export function hash(...parts: (string | number)[]): number {
  const text = parts.join('\u0001')
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i) ?? 0
    if (point > 0xffff) i++
    h = Math.imul(h ^ point, 0x01000193)
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** In [0, 1). */
export function unit(...parts: (string | number)[]): number {
  return hash(...parts) / 2 ** 32
}

export function pick<T>(list: readonly [T, ...T[]], ...parts: (string | number)[]): T {
  return list[hash(...parts) % list.length] ?? list[0]
}
