import type { Records } from '../database.sql.ts'
import type { WebFile, WebFiles } from './web-files.ts'

const dayMs = 86_400_000
const keptDays = 30

/** A file of pages that another release has, or had lately. */
export async function findAsset(records: Records, path: string): Promise<WebFile | undefined> {
  const found = await records.asset.findUnique({ where: { path } })
  if (!found) return undefined
  const brotli = found.brotli === null ? undefined : Buffer.from(found.brotli)
  return { type: found.type, bytes: Buffer.from(found.bytes), brotli }
}

/**
 * Whether the files of this replica are stored; stores them if not. Before, a replica of another release would not find the files of a
 * page that comes from this one.
 */
export function createAssetsCheck(keep: () => Promise<void>): () => Promise<boolean> {
  let kept: Promise<void> | undefined
  return async () => {
    kept ??= keep().catch((error: unknown) => {
      kept = undefined
      throw error
    })
    await kept
    return true
  }
}

/** Stores the files of this release for replicas of others, and deletes those that no replica has had for thirty days. */
export async function keepAssets(records: Records, files: WebFiles['files'], now: Date): Promise<void> {
  const own = { in: [...files.keys()] }
  const before = (days: number) => ({ lt: new Date(now.getTime() - days * dayMs) })
  await records.asset.updateMany({ where: { path: own, storedAt: before(1) }, data: { storedAt: now } })
  await records.asset.deleteMany({ where: { storedAt: before(keptDays) } })
  const stored = await records.asset.findMany({ where: { path: own }, select: { path: true } })
  const names = new Set(stored.map(({ path }) => path))
  const data = [...files]
    .filter(([path]) => !names.has(path))
    .map(([path, { type, bytes, brotli }]) => ({
      path,
      type,
      bytes: Uint8Array.from(bytes),
      brotli: brotli ? Uint8Array.from(brotli) : null,
      storedAt: now,
    }))
  // Replicas of a release start together.
  if (data.length > 0) await records.asset.createMany({ data, skipDuplicates: true })
}
