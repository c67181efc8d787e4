import type { Database, Transaction } from '@rts/shared/service/transaction'
import { bigint, boolean, floats, int, ints, type RowOf, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

const day = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`

const course = {
  domainId: text,
  version: bigint,
  reachDays: int,
  first: text,
  last: text,
  clicks: floats,
  phrases: ints,
  counts: ints,
}
/** The tallies of a domain from `first` to `last`; `counts` has six numbers a day. The lists may be longer. */
export type Course = RowOf<typeof course>
/** Days that follow on the first `keep` days of a course. */
export type NewDays = Pick<Course, 'domainId' | 'version' | 'last' | 'clicks' | 'phrases' | 'counts'> & { keep: number }

const columns = `d.id AS "domainId", c.version, c.reach AS "reachDays", ${day('c.first')} AS first, ${day('c.last')} AS last,
  c.clicks, c.phrases, c.counts`
const coursesOf = query(
  course,
  `SELECT ${columns} FROM tracked_domain d JOIN ranks.course c ON c.domain = d.seq
   WHERE d.id = ANY($1) AND c.reach = $2 AND c.first <= $3::date`,
)
// An empty one before anything is computed: a change of history meanwhile changes its version.
const beginCourses = statement(
  `INSERT INTO ranks.course AS c (domain, reach, first, last)
   SELECT seq, $2::int, $3::date, $3::date - 1 FROM tracked_domain WHERE id = ANY($1) ORDER BY seq
   ON CONFLICT (domain) DO UPDATE SET version = c.version + 1, reach = excluded.reach, first = excluded.first, last = excluded.last
   WHERE c.reach <> excluded.reach OR c.first > excluded.first`,
)
const late = { seq: bigint, domainId: text, reachDays: int }
const lateCourse = query(
  late,
  `SELECT c.domain AS seq, d.id AS "domainId", c.reach AS "reachDays" FROM (
     (SELECT domain, reach FROM ranks.course WHERE reach > 0 AND last < $2::date)
     UNION ALL (SELECT domain, reach FROM ranks.course WHERE reach > 0 AND first > $3::date)) c
   JOIN tracked_domain d ON d.seq = c.domain AND d.deleted_at IS NULL WHERE c.domain <> ALL ($1) LIMIT 1`,
)
// The rows are locked in their order: two readers of the same domains would each wait for the other's.
const addDays = statement(
  `WITH held AS (
     SELECT c.domain FROM jsonb_to_recordset($1::jsonb) AS w ("domainId" text)
     JOIN tracked_domain d ON d.id = w."domainId" JOIN ranks.course c ON c.domain = d.seq ORDER BY c.domain FOR UPDATE OF c)
   UPDATE ranks.course c SET last = w.last, clicks = c.clicks[1:w.keep] || w.clicks,
     phrases = c.phrases[1:w.keep] || w.phrases, counts = c.counts[1:6 * w.keep] || w.counts
   FROM jsonb_to_recordset($1::jsonb) AS w ("domainId" text, version bigint, keep int, last date, clicks float8[], phrases int[], counts int[])
   JOIN tracked_domain d ON d.id = w."domainId" JOIN held h ON h.domain = d.seq
   WHERE c.domain = d.seq AND c.version = w.version AND c.last < w.last`,
)
const lockCourses = query(
  course,
  `SELECT ${columns} FROM tracked_domain d JOIN ranks.course c ON c.domain = d.seq
   WHERE d.site_id = $1 AND d.deleted_at IS NULL ORDER BY c.domain FOR UPDATE OF c`,
)
const replaceDays = statement(
  `UPDATE ranks.course c SET version = c.version + 1, clicks = $2, phrases = $3, counts = $4 FROM tracked_domain d WHERE d.id = $1 AND c.domain = d.seq`,
)
const shared = query(
  { isShared: boolean },
  `SELECT EXISTS (SELECT 1 FROM keyword k JOIN keyword o
     ON o.site_id = k.site_id AND o.identity = k.identity AND o.country = k.country AND o.language = k.language
   WHERE k.id = ANY($1) AND o.id <> ALL($1) AND o.deleted_at IS NULL) AS "isShared"`,
)
const emptyOfSite = statement(
  `UPDATE ranks.course c SET version = c.version + 1, last = c.first - 1 FROM tracked_domain d WHERE d.site_id = $1 AND c.domain = d.seq`,
)
// Of older ranks the row is locked in any case, and made where there is none: a reader who begins or extends a course meanwhile does not
// see them yet.
const cut = statement(
  `WITH ranked AS (
     SELECT d.seq, min((r.checked_at AT TIME ZONE 'UTC')::date) AS day
     FROM unnest($1::text[], $2::timestamptz[]) AS r (domain_id, checked_at) JOIN tracked_domain d ON d.id = r.domain_id
     GROUP BY d.seq),
   older AS (
     INSERT INTO ranks.course AS c (domain, reach, first, last)
     SELECT seq, 0, day, day - 1 FROM ranked WHERE day < (now() AT TIME ZONE 'UTC')::date - 1 ORDER BY seq
     ON CONFLICT (domain) DO UPDATE
       SET version = c.version + 1, last = LEAST(c.last, GREATEST(excluded.first, c.first) - 1) RETURNING domain)
   UPDATE ranks.course c SET version = c.version + 1, last = GREATEST(r.day, c.first) - 1
   FROM ranked r WHERE c.domain = r.seq AND c.last >= r.day AND c.domain NOT IN (SELECT domain FROM older)`,
  'courses.cut',
)

/** The courses of domains in which a check counts for so many days and which begin at `from` or before. */
export async function openCourses(
  db: Database,
  domainIds: readonly string[],
  { from, reachDays }: { from: string; reachDays: number },
): Promise<Course[]> {
  const found = await coursesOf.rows(db, [domainIds, reachDays, from])
  if (found.length === domainIds.length) return found
  const known = new Set(found.map(({ domainId }) => domainId))
  const missing = domainIds.filter((id) => !known.has(id))
  await beginCourses.run(db, [missing, reachDays, from])
  return [...found, ...(await coursesOf.rows(db, [missing, reachDays, from]))]
}

/** A course that ends before `last` or begins after `first`, of none of the domains `passed`, by `seq`. */
export function findLateCourse(
  db: Database,
  { passed, last, first }: { passed: readonly string[]; last: string; first: string },
): Promise<RowOf<typeof late> | undefined> {
  return lateCourse.first(db, [passed, last, first])
}

export async function storeDays(db: Database, days: readonly NewDays[]): Promise<void> {
  if (days.length > 0) await addDays.run(db, [JSON.stringify(days)])
}

/** The courses of a site's present domains, which no other transaction changes meanwhile. */
export function holdCourses(tx: Transaction, siteId: string): Promise<Course[]> {
  return lockCourses.rows(tx, [siteId])
}

export async function storeCourse(
  tx: Transaction,
  { domainId, clicks, phrases, counts }: Pick<Course, 'domainId' | 'clicks' | 'phrases' | 'counts'>,
) {
  await replaceDays.run(tx, [domainId, clicks, phrases, counts])
}

/** Whether other keywords of the site share the phrase of one of these. */
export async function sharePhrases(tx: Transaction, keywordIds: readonly string[]): Promise<boolean> {
  return (await shared.require(tx, [keywordIds])).isShared
}

export async function emptyCourses(tx: Transaction, siteId: string): Promise<void> {
  await emptyOfSite.run(tx, [siteId])
}

/** Ranks are stored that are perhaps not today's: from their days on the courses of their domains do not hold any more. */
export async function cutCourses(
  tx: Transaction,
  ranks: readonly { domainId: string; checkedAt: Date }[],
): Promise<void> {
  if (ranks.length === 0) return
  await cut.run(tx, [ranks.map(({ domainId }) => domainId), ranks.map(({ checkedAt }) => checkedAt)])
}
