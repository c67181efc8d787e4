/** Merges the ranks of `rows` into the latest ranks: one rank for each keyword and domain. */
export function latestRankSql(rows: string): string {
  return joinRanksSql(oneOf(rows))
}

/**
 * The same in two steps, with what was the latest before: `latest` has a row for each. Most ranks have an earlier one, and to
 * update it writes a third less to the log than to insert where nothing conflicts.
 */
export function latestRankSteps(rows: string): string {
  const before = `RETURNING s.keyword_id, s.domain_id, old.checked_at AS before_at, old.position AS before_position, old.url AS before_url,
      old.depth AS before_depth`
  return `
  known AS (
    UPDATE keyword_state s SET ${merged} FROM (SELECT * FROM ${oneOf(rows)} ORDER BY keyword_id, domain_id) AS excluded
    WHERE s.keyword_id = excluded.keyword_id AND s.domain_id = excluded.domain_id ${before}),
  added AS (${joinRanksSql(`${oneOf(rows)} WHERE NOT EXISTS (
    SELECT FROM known k WHERE k.keyword_id = one.keyword_id AND k.domain_id = one.domain_id)`)} ${before}),
  latest AS (SELECT * FROM known UNION ALL SELECT * FROM added)`
}

function oneOf(rows: string): string {
  return `(SELECT *, NULL::integer AS previous_position, NULL::integer AS previous_depth, nullif(position, 0) AS best FROM ${rows}) AS one`
}

/** The same for several ranks of each keyword and domain, from different times. */
export function latestOfManySql(rows: string): string {
  return joinRanksSql(`(
    SELECT keyword_id, domain_id, max(checked_at) AS checked_at, ${latest('position')}, min(nullif(position, 0)) AS best,
      (array_agg(position ORDER BY checked_at DESC))[2] AS previous_position, (array_agg(depth ORDER BY checked_at DESC))[2] AS previous_depth,
      ${['depth', 'url', 'source', 'sandbox', 'blocks'].map(latest).join(', ')}
    FROM ${rows} GROUP BY keyword_id, domain_id) AS many`)
}

function latest(column: string): string {
  return `(array_agg(${column} ORDER BY checked_at DESC))[1] AS ${column}`
}

function newer(column: string): string {
  return `${column} = CASE WHEN s.checked_at < excluded.checked_at THEN excluded.${column} ELSE s.${column} END`
}

// A newer rank becomes the latest, and the old latest the previous one; an older rank only fills in an unknown previous one.
const merged = `
      ${['position', 'depth', 'url', 'source', 'sandbox', 'blocks'].map(newer).join(', ')},
      previous_position = CASE
        WHEN s.checked_at < excluded.checked_at THEN coalesce(excluded.previous_position, s.position)
        WHEN s.checked_at = excluded.checked_at THEN coalesce(s.previous_position, excluded.previous_position)
        ELSE coalesce(s.previous_position, excluded.position) END,
      previous_depth = CASE
        WHEN s.checked_at < excluded.checked_at AND excluded.previous_position IS NULL THEN s.depth
        WHEN s.checked_at < excluded.checked_at THEN excluded.previous_depth
        WHEN s.previous_position IS NOT NULL THEN s.previous_depth
        WHEN s.checked_at = excluded.checked_at THEN excluded.previous_depth
        ELSE excluded.depth END,
      best = least(s.best, excluded.best), checked_at = greatest(s.checked_at, excluded.checked_at)`

function joinRanksSql(rows: string): string {
  return `
    INSERT INTO keyword_state AS s (keyword_id, domain_id, checked_at, position, depth, previous_position, previous_depth, best, url,
      source, sandbox, blocks)
    SELECT keyword_id, domain_id, checked_at, position, depth, previous_position, previous_depth, best, url, source,
      sandbox, blocks
    FROM ${rows}
    ORDER BY keyword_id, domain_id
    ON CONFLICT (keyword_id, domain_id) DO UPDATE SET ${merged}`
}
