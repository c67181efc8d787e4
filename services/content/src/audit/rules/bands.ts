/** Minima in a band. 32 bands of 4 find 87 of 100 pairs at the threshold of 0.5, and 99 at 0.6. */
const rows = 4
const bandsOf = (minima: string) => minima.length / rows
const maxBands = 32
/** Keeps a band shared by many texts cheap. */
const maxOfBand = 8

/** Locality-sensitive hashing: similar texts share a band. Number tables, since a map takes 5 KB per text. */
export function createBands(max: number) {
  // Power of two, at most half full.
  const slots = 2 ** Math.ceil(Math.log2(max * maxBands * 2 + 2))
  const keys = new Int32Array(slots)
  /** Per slot the latest entry plus one, 0 if none; entries chain back. */
  const latest = new Int32Array(slots)
  const counts = new Uint8Array(slots)
  const before = new Int32Array(max * maxBands + 1)
  const texts = new Int32Array(max * maxBands + 1)
  let entries = 0

  function slotOf(key: number): number {
    let slot = (key >>> 0) & (slots - 1)
    while (latest[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & (slots - 1)
    return slot
  }

  return {
    alike(minima: string): number[] {
      const found = new Set<number>()
      for (let band = 0; band < bandsOf(minima); band++) {
        const slot = slotOf(keyOf(minima, band))
        const inBand: number[] = []
        for (let entry = latest[slot] ?? 0; entry !== 0; entry = before[entry] ?? 0) inBand.push(texts[entry] ?? 0)
        for (const text of inBand.reverse()) found.add(text)
      }
      return [...found]
    },

    add(text: number, minima: string): void {
      for (let band = 0; band < bandsOf(minima); band++) {
        const key = keyOf(minima, band)
        const slot = slotOf(key)
        if (counts[slot] === maxOfBand) continue
        entries++
        texts[entries] = text
        before[entries] = latest[slot] ?? 0
        keys[slot] = key
        latest[slot] = entries
        counts[slot] = (counts[slot] ?? 0) + 1
      }
    },
  }
}

/** FNV-1a of a band and its minima; collisions are compared in full. */
function keyOf(minima: string, band: number): number {
  let hash = 0x811c9dc5 ^ band
  for (let i = band * rows; i < (band + 1) * rows; i++) hash = Math.imul(hash ^ minima.charCodeAt(i), 0x01000193)
  return hash ^ (hash >>> 15)
}
