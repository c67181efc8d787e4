/**
 * The tables of history that Citus would distribute, each with its distribution column. All other tables stay on the coordinator. A table
 * that this version does not have is passed over.
 */
export const historyTables: ReadonlyMap<string, string> = new Map([
  ['ranks.rank', 'keyword'],
  // The view through which it is read.
  ['ranks.history', 'keyword'],
  ['ranks.page', 'page'],
  ['ranks.page_detail', 'page'],
  // The view through which both are read.
  ['ranks.page_history', 'target_id'],
  ['ranks.notable_change', 'own_id'],
])

/**
 * The statements that look up history for each row of a local table with a LIMIT: Citus refuses them since version 11, also where the
 * row is named by the distribution column (citusdata/citus#5753). On the day of the move each becomes a join with DISTINCT ON; until then
 * a look-up reads far fewer rows. By their names, or how they begin.
 */
export const lookUps: readonly RegExp[] = [
  /^ranks\.(earlier|onDay|rivalsThen|then|changes|pasts|quartiles)$/,
  /^(summary\.figures|keywords\.fallen|falls\.others)$/,
  /^question\.firstCheck$/,
  /^pages\.(latest|bases|dates|at)$/,
  /^(pasts\.seen|targets\.lastPlaces)$/,
  /^(standings|named|rivals)\.\w+\.\w+\.true$/,
  /^SELECT w\.keyword_id AS "keywordId", p\.fetched_at/,
]
