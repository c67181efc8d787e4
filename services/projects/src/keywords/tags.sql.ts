import type { Transaction } from '@rts/shared/service/transaction'
import { int } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

export type TagChanges = { add: readonly string[]; remove: readonly string[] }

const changeTags = query(
  { tags: int },
  `UPDATE keyword SET tags = array(
     SELECT tag FROM (SELECT unnest(tags) UNION SELECT unnest($3::text[])) AS each (tag) WHERE tag <> ALL($4::text[]) ORDER BY tag)
   WHERE site_id = $1 AND id = ANY($2) AND deleted_at IS NULL RETURNING cardinality(tags) AS tags`,
)

/** Changes the tags of those of the keywords that the site has; answers how many tags each has then. A tag in both lists is removed. */
export async function updateTags(tx: Transaction, siteId: string, ids: readonly string[], { add, remove }: TagChanges) {
  const rows = await changeTags.rows(tx, [siteId, ids, add, remove])
  return rows.map(({ tags }) => tags)
}
