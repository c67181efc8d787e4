import type { Role } from '@rts/shared/contract/operation'
import type { Pool } from 'pg'

export type Membership = { accountId: string; role: Role }
export type Session = {
  id: string
  /** Since they signed in. */
  ageSeconds: number
  person: { id: string; email: string; name: string }
  /** In the account that was asked for, or else in the person's own; null where there is none. */
  membership: Membership | null
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
            json_build_object('id', p.id, 'email', p.email, 'name', p.name) AS person, m.membership
          FROM person_session s JOIN person p ON p.id = s.person_id
          LEFT JOIN LATERAL (
            SELECT json_build_object('accountId', account_id, 'role', role) AS membership FROM member
            WHERE person_id = p.id AND state = 'active' AND ($2::text IS NULL OR account_id = $2)
            ORDER BY role = 'owner' DESC, joined_at, account_id LIMIT 1
          ) m ON true
          WHERE s.token = $1 AND s.expires_at > clock_timestamp() AND p.email_verified`,
        values: [token, accountId ?? null],
      })
      return rows[0]
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
