import type { Pool } from 'pg'
import type { Keyword } from '../keywords/keyword-store.ts'
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
export type HistoryStore = ReturnType<typeof createHistoryStore>

const present = `FROM ranks.position p
  JOIN keyword k ON k.id = p.keyword_id AND k.epoch = p.epoch
  JOIN tracked_domain d ON d.id = p.domain_id AND d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL
  WHERE p.keyword_id = $1 AND p.checked_at >= coalesce($2, '-infinity'::timestamptz) AND p.checked_at <= coalesce($3, 'infinity'::timestamptz)`

/** Reads a keyword's present history: since its phrase, country or language or the site's domain last changed. */
export function createHistoryStore(pool: Pool) {
  return {
    /**
     * The latest `take` entries of the window, oldest first. `before` (milliseconds since 1970) is the `next` of a page and
     * continues before its oldest entry; the window and `total` stay the same.
     */
    async list(
      keyword: Keyword,
      window: HistoryWindow,
      { before, take }: { before: number | null; take: number },
    ): Promise<HistorySlice> {
      const bounds = [keyword.id, window.from, window.until]
      const [counted, found] = await Promise.all([
        pool.query<{ n: number }>(`SELECT count(*)::int AS n ${present}`, bounds),
        pool.query<HistoryEntry>(
          `SELECT p.position, p.checked_at AS "checkedAt", p.url, p.depth, p.source, p.sandbox ${present}
           AND p.checked_at < coalesce($4, 'infinity'::timestamptz) ORDER BY p.checked_at DESC LIMIT $5`,
          [...bounds, before === null ? null : new Date(before), take + 1],
        ),
      ])
      const rows = found.rows.slice(0, take).reverse()
      const next = found.rows.length > take ? (rows[0]?.checkedAt.getTime() ?? null) : null
      return { rows, total: counted.rows[0]?.n ?? 0, next }
    },
  }
}
