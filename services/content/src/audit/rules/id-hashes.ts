import { hashOf } from '../../page/page.ts'

const maxIds = 2_000

/** 32 bits of each id, as base64; null above 2,000 ids. */
export function idHashes(ids: ReadonlySet<string>): string | null {
  if (ids.size > maxIds) return null
  return Buffer.from(Uint32Array.from(ids, hashOf).buffer).toString('base64')
}

/** True for every kept id, and rarely for others. */
export function mayHaveId(hashes: Uint32Array, id: string): boolean {
  return hashes.includes(hashOf(id) >>> 0)
}

export function readIdHashes(kept: string): Uint32Array {
  const bytes = Uint8Array.from(Buffer.from(kept, 'base64'))
  return new Uint32Array(bytes.buffer)
}
