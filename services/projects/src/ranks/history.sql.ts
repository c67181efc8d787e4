import type { Database } from '@rts/shared/service/transaction'
import type { HistoryWindow } from './rules/history-window.ts'

export type HistoryEntry = {
  position: number
  checkedAt: Date
  url: string | null
  /** Null for the check of another rank tracker. */
  depth: number | null
  source: string
  sandbox: boolean
}
export type HistorySlice = { rows: HistoryEntry[]; total: number; next: number | null }

const present = `FROM ranks.position p
  JOIN keyword k ON k.id = p.keyword_id AND k.epoch = p.epoch
  JOIN tracked_domain d ON d.id = p.domain_id AND d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL
  WHERE p.keyword_id = $1 AND p.checked_at >= coalesce($2, '-infinity'::timestamptz) AND p.checked_at <= coalesce($3, 'infinity'::timestamptz)`

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
  const [counted, found] = await Promise.all([
    db.query<{ n: number }>(`SELECT count(*)::int AS n ${present}`, bounds),
    db.query<HistoryEntry>(
      `SELECT p.position, p.checked_at AS "checkedAt", p.url, p.depth, p.source, p.sandbox ${present}
       AND p.checked_at < coalesce($4, 'infinity'::timestamptz) ORDER BY p.checked_at DESC LIMIT $5`,
      [...bounds, before === null ? null : new Date(before), take + 1],
    ),
  ])
  const rows = found.rows.slice(0, take).reverse()
  const next = found.rows.length > take ? (rows[0]?.checkedAt.getTime() ?? null) : null
  return { rows, total: counted.rows[0]?.n ?? 0, next }
}
