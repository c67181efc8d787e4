import type { Database } from '@rts/shared/service/transaction'
import { boolean, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import type { HistoryWindow } from './rules/history-window.ts'

const entry = {
  position: int,
  checkedAt: time,
  url: text.orNull,
  /** Null for the check of another rank tracker. */
  depth: int.orNull,
  source: text,
  sandbox: boolean,
}
export type HistoryEntry = RowOf<typeof entry>
export type HistorySlice = { rows: HistoryEntry[]; total: number; next: number | null }

const present = `FROM ranks.position p
  JOIN keyword k ON k.id = p.keyword_id AND k.epoch = p.epoch
  JOIN tracked_domain d ON d.id = p.domain_id AND d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL
  WHERE p.keyword_id = $1 AND p.checked_at >= coalesce($2, '-infinity'::timestamptz) AND p.checked_at <= coalesce($3, 'infinity'::timestamptz)`

const count = query({ n: int }, `SELECT count(*)::int AS n ${present}`)
const latest = query(
  entry,
  `SELECT ${selectList(entry, 'p')} ${present}
   AND p.checked_at < coalesce($4, 'infinity'::timestamptz) ORDER BY p.checked_at DESC LIMIT $5`,
)

/**
 * The latest `take` entries of a keyword's present history in the window, oldest first: since its phrase, country or language or the
 * site's domain last changed. `before` (milliseconds since 1970) is the `next` of a page and continues before its oldest entry; the
 * window and `total` stay the same.
 */
export async function listHistory(
  db: Database,
  keywordId: string,
  window: HistoryWindow,
  { before, take }: { before: number | null; take: number },
): Promise<HistorySlice> {
  const bounds = [keywordId, window.from, window.until]
  const until = before === null ? null : new Date(before)
  const [counted, found] = await Promise.all([count.first(db, bounds), latest.rows(db, [...bounds, until, take + 1])])
  const rows = found.slice(0, take).reverse()
  const next = found.length > take ? (rows[0]?.checkedAt.getTime() ?? null) : null
  return { rows, total: counted?.n ?? 0, next }
}
