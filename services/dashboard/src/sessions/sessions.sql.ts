import type { Database } from '@rts/shared/service/transaction'
import { boolean, int, json, type RowOf, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Membership } from '../accounts/accounts.ts'
import type { Records } from '../database.sql.ts'

const session = {
  id: text,
  /** Since they signed in. */
  ageSeconds: int,
  /** Its use was noted more than a minute ago, or never. */
  isUnnoted: boolean,
  person: json.of<{ id: string; email: string; name: string }>(),
  /** In the account that was asked for, or else in the person's own; null where there is none. A seat beyond the plan's people does not enter. */
  membership: json.of<Membership & { seat: number }>().orNull,
  /** Whether an account of their own is being made. */
  isJoining: boolean,
}
export type Session = RowOf<typeof session>
const listedSession = { id: text, isCurrent: boolean, createdAt: time, lastUsedAt: time, from: text.orNull }
export type ListedSession = RowOf<typeof listedSession>

const sessionOfToken = query(
  session,
  `SELECT s.id, extract(epoch FROM clock_timestamp() - s.created_at)::int AS "ageSeconds",
     coalesce(s.used_at < clock_timestamp() - interval '1 minute', true) AS "isUnnoted",
     json_build_object('id', p.id, 'email', p.email, 'name', p.name) AS person, m.membership,
     EXISTS (SELECT 1 FROM member WHERE person_id = p.id AND state = 'pending') AS "isJoining"
   FROM person_session s JOIN person p ON p.id = s.person_id
   LEFT JOIN LATERAL (
     -- As a subquery of one value it counts the members of this account alone.
     SELECT json_build_object('accountId', o.account_id, 'role', o.role, 'siteIds', o.site_ids, 'seat',
       (SELECT seat FROM account_seat s WHERE s.account_id = o.account_id AND s.person_id = o.person_id)) AS membership
     FROM member o WHERE o.person_id = p.id AND o.state = 'active' AND ($2::text IS NULL OR o.account_id = $2)
     ORDER BY o.role = 'owner' DESC, o.joined_at, o.account_id LIMIT 1
   ) m ON true
   WHERE s.token = $1 AND s.expires_at > clock_timestamp() AND p.email_verified`,
  'find-session',
)
const use = statement(
  'UPDATE person_session SET used_at = clock_timestamp(), seen_from = coalesce($2, seen_from) WHERE id = $1',
)
const sessionsOfPerson = query(
  listedSession,
  `SELECT id, id = $2 AS "isCurrent", created_at AS "createdAt", coalesce(used_at, created_at) AS "lastUsedAt", seen_from AS "from"
   FROM person_session WHERE person_id = $1 AND expires_at > clock_timestamp()
   ORDER BY id = $2 DESC, coalesce(used_at, created_at) DESC, id`,
)
const expiredSessions = statement('DELETE FROM person_session WHERE expires_at < statement_timestamp()')
const expiredLinks = statement('DELETE FROM person_token WHERE expires_at < statement_timestamp()')

/** The session of a token with what its person may do, unless it has expired. */
export function findSession(db: Database, token: string, accountId: string | undefined): Promise<Session | undefined> {
  return sessionOfToken.first(db, [token, accountId ?? null])
}

/** Notes that a session is in use, from a coarse network. */
export async function noteUse(db: Database, id: string, from: string | null): Promise<void> {
  await use.run(db, [id, from])
}

/** A person's sessions: the current one first, then the last used. */
export function listSessions(db: Database, personId: string, currentId: string): Promise<ListedSession[]> {
  return sessionsOfPerson.rows(db, [personId, currentId])
}

/** Ends one session of a person, or all `others` than this one; answers how many. */
export async function revokeSessions(records: Records, personId: string, which: { id: string } | { others: string }) {
  const id = 'id' in which ? which.id : { not: which.others }
  return (await records.personSession.deleteMany({ where: { personId, id } })).count
}

export async function endSession(records: Records, token: string): Promise<void> {
  await records.personSession.deleteMany({ where: { token } })
}

export async function deleteLinks(records: Records, personId: string): Promise<void> {
  await records.personToken.deleteMany({ where: { value: personId } })
}

export async function deleteExpiredSessions(db: Database): Promise<void> {
  await expiredSessions.run(db)
  await expiredLinks.run(db)
}
