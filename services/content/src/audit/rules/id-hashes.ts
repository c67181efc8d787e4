import { hashOf } from '../../page/page.ts'

/** Of pages with more ids none are kept. */
const maxIds = 2_000

/** The ids of a page in bounded space: 32 bits of each, as base64. Null for more than 2,000. */
export function idHashes(ids: ReadonlySet<string>): string | null {
  if (ids.size > maxIds) return null
  return Buffer.from(Uint32Array.from(ids, hashOf).buffer).toString('base64')
}

/** Whether an id may be among the kept ones: always true for one that is. */
export function mayHaveId(hashes: Uint32Array, id: string): boolean {
  return hashes.includes(hashOf(id) >>> 0)
}

export function readIdHashes(kept: string): Uint32Array {
  const bytes = Uint8Array.from(Buffer.from(kept, 'base64'))
  return new Uint32Array(bytes.buffer)
}
