import type { Pool } from 'pg'
import type { Membership } from '../accounts/accounts.ts'

/** With a seat beyond the plan's people nobody enters. */
type Seat = Membership & { seat: number }
export type Session = {
  id: string
  /** Since they signed in. */
  ageSeconds: number
  /** Its use was noted more than a minute ago, or never. */
  isUnnoted: boolean
  person: { id: string; email: string; name: string }
  /** In the account that was asked for, or else in the person's own; null where there is none. */
  membership: Seat | null
  /** Whether an account of their own is being made. */
  isJoining: boolean
}
export type ListedSession = {
  id: string
  isCurrent: boolean
  createdAt: Date
  lastUsedAt: Date
  from: string | null
}
export type SessionStore = ReturnType<typeof createSessionStore>

/** Sessions with what their person may do, read for each request. */
export function createSessionStore(pool: Pool) {
  return {
    /** The session of a token, unless it has expired. */
    async find(token: string, accountId: string | undefined): Promise<Session | undefined> {
      const { rows } = await pool.query<Session>({
        name: 'find-session',
        text: `SELECT s.id, extract(epoch FROM clock_timestamp() - s.created_at)::int AS "ageSeconds",
            coalesce(s.used_at < clock_timestamp() - interval '1 minute', true) AS "isUnnoted",
            json_build_object('id', p.id, 'email', p.email, 'name', p.name) AS person, m.membership,
            EXISTS (SELECT 1 FROM member WHERE person_id = p.id AND state = 'pending') AS "isJoining"
          FROM person_session s JOIN person p ON p.id = s.person_id
          LEFT JOIN LATERAL (
            -- As a subquery of one value it counts the members of this account alone.
            SELECT json_build_object('accountId', o.account_id, 'role', o.role, 'seat',
              (SELECT seat FROM member_seat s WHERE s.account_id = o.account_id AND s.person_id = o.person_id)) AS membership
            FROM member o WHERE o.person_id = p.id AND o.state = 'active' AND ($2::text IS NULL OR o.account_id = $2)
            ORDER BY o.role = 'owner' DESC, o.joined_at, o.account_id LIMIT 1
          ) m ON true
          WHERE s.token = $1 AND s.expires_at > clock_timestamp() AND p.email_verified`,
        values: [token, accountId ?? null],
      })
      return rows[0]
    },

    /** Notes that a session is in use, from a coarse network. */
    async note(id: string, from: string | null): Promise<void> {
      await pool.query(
        `UPDATE person_session SET used_at = clock_timestamp(), seen_from = coalesce($2, seen_from) WHERE id = $1`,
        [id, from],
      )
    },

    /** A person's sessions: the current one first, then the last used. */
    async list(personId: string, currentId: string): Promise<ListedSession[]> {
      const found = await pool.query<ListedSession>(
        `SELECT id, id = $2 AS "isCurrent", created_at AS "createdAt", coalesce(used_at, created_at) AS "lastUsedAt", seen_from AS "from"
         FROM person_session WHERE person_id = $1 AND expires_at > clock_timestamp()
         ORDER BY id = $2 DESC, coalesce(used_at, created_at) DESC, id`,
        [personId, currentId],
      )
      return found.rows
    },

    /** Ends one session of a person, or all but `others`; answers how many. */
    async revoke(personId: string, which: { id: string } | { others: string }): Promise<number> {
      const [condition, id] = 'id' in which ? ['id = $2', which.id] : ['id <> $2', which.others]
      const ended = await pool.query(`DELETE FROM person_session WHERE person_id = $1 AND ${condition}`, [personId, id])
      return ended.rowCount ?? 0
    },

    /** Ends a session. */
    async end(token: string): Promise<void> {
      await pool.query('DELETE FROM person_session WHERE token = $1', [token])
    },

    /** Deletes a person's links to reset a password. */
    async dropLinks(personId: string): Promise<void> {
      await pool.query('DELETE FROM person_token WHERE value = $1', [personId])
    },

    /** Deletes sessions and links that have expired; answers how many. */
    async forgetExpired(): Promise<number> {
      const sessions = await pool.query('DELETE FROM person_session WHERE expires_at < clock_timestamp()')
      const links = await pool.query('DELETE FROM person_token WHERE expires_at < clock_timestamp()')
      return (sessions.rowCount ?? 0) + (links.rowCount ?? 0)
    },
  }
}
