/** FNV-1a, 32 bits. */
export const startOfHash = 0x811c9dc5 | 0
const prime = 0x01000193

export function nextHash(hash: number, code: number): number {
  return Math.imul(hash ^ code, prime)
}

export function hashOf(text: string): number {
  let hash = startOfHash
  for (let i = 0; i < text.length; i++) hash = nextHash(hash, text.charCodeAt(i))
  return hash
}
