import type { Database } from '@rts/shared/service/transaction'
import { text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'
import type { WebFile, WebFiles } from './web-files.ts'

const note = statement(
  `UPDATE asset SET stored_at = $2 WHERE path = ANY ($1) AND stored_at < $2::timestamptz - interval '1 day'`,
)
const forget = statement(`DELETE FROM asset WHERE stored_at < $1::timestamptz - interval '30 days'`)
const kept = query({ path: text }, 'SELECT path FROM asset WHERE path = ANY ($1)')

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

/**
 * Stores the files of this release for replicas of others, and deletes those that no replica has had for thirty days. A start waits
 * for it, so that only new files need Prisma, whose compiler takes 100 ms to load.
 */
export async function keepAssets(
  { pool, records }: { pool: Database; records: Records },
  files: WebFiles['files'],
  now: Date,
): Promise<void> {
  const own = [...files.keys()]
  await note.run(pool, [own, now])
  await forget.run(pool, [now])
  const names = new Set((await kept.rows(pool, [own])).map(({ path }) => path))
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
