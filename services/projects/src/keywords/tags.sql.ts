import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, text, texts } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

export type TagChanges = { add: readonly string[]; remove: readonly string[] }

const changeTags = query(
  { tags: int },
  `UPDATE keyword SET tags = array(
     SELECT tag FROM (SELECT unnest(tags) UNION SELECT unnest($3::text[])) AS each (tag) WHERE tag <> ALL($4::text[]) ORDER BY tag)
   WHERE site_id = $1 AND id = ANY($2) AND deleted_at IS NULL RETURNING cardinality(tags) AS tags`,
)
const tagged = query(
  { id: text, tags: texts.filled },
  `SELECT id, tags FROM keyword WHERE site_id = $1 AND deleted_at IS NULL AND tags <> '{}'`,
)

/** Changes the tags of those of the keywords that the site has; answers how many tags each has then. A tag in both lists is removed. */
export async function updateTags(tx: Transaction, siteId: string, ids: readonly string[], { add, remove }: TagChanges) {
  const rows = await changeTags.rows(tx, [siteId, ids, add, remove])
  return rows.map(({ tags }) => tags)
}

/** The tags of a site's keywords, by their ids; without those that have none. */
export async function readTags(db: Database, siteId: string): Promise<Map<string, string[]>> {
  return new Map((await tagged.rows(db, [siteId])).map(({ id, tags }) => [id, tags]))
}
