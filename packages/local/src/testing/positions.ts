/** A statement that inserts the positions that `rows` selects; it selects the nine columns of `positionsSql` in their order. */
export function insertPositions(rows: string): string {
  return `INSERT INTO ranks.rank (keyword, checked_at, domain, epoch, position, depth, source, url)
    SELECT k.seq, r.checked_at, d.seq, r.epoch, r.position, r.depth, ranks.source_of(r.source, r.sandbox), r.url
    FROM (${rows}) AS r (keyword_id, epoch, domain_id, checked_at, position, url, depth, source, sandbox)
    JOIN keyword k ON k.id = r.keyword_id JOIN tracked_domain d ON d.id = r.domain_id`
}

/** All positions, with the ids of their keywords and domains. */
export const positionsSql = `(
  SELECT k.id AS keyword_id, h.epoch, d.id AS domain_id, h.checked_at, h.position, h.url, h.depth, h.source, h.sandbox
  FROM ranks.history h JOIN keyword k ON k.seq = h.keyword JOIN tracked_domain d ON d.seq = h.domain)`
