import type { Pool } from 'pg'

/** Whose way to Google it is. */
export type Traveller = { accountId: string; personId: string; sessionHash: string }
export type Begun = { siteId: string | null; verifierSealed: string }
export type StateStore = ReturnType<typeof createStateStore>

const mostOpen = 10

/** Ways to Google that people have begun, by the hash of what they come back with. */
export function createStateStore(pool: Pool) {
  return {
    async begin(hash: string, traveller: Traveller, begun: Begun, { now, until }: { now: Date; until: Date }) {
      await pool.query('DELETE FROM oauth_state WHERE expires_at < $1', [now])
      await pool.query(
        `DELETE FROM oauth_state WHERE hash IN (SELECT hash FROM oauth_state WHERE account_id = $1 ORDER BY expires_at DESC OFFSET $2)`,
        [traveller.accountId, mostOpen - 1],
      )
      const { accountId, personId, sessionHash } = traveller
      await pool.query(
        `INSERT INTO oauth_state (hash, account_id, person_id, session_hash, site_id, verifier_sealed, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [hash, accountId, personId, sessionHash, begun.siteId, begun.verifierSealed, until],
      )
    },

    /** Whoever began it, in the same session, gets it once and in time. Nobody else's try consumes it. */
    async consume(
      hash: string,
      { accountId, personId, sessionHash }: Traveller,
      now: Date,
    ): Promise<Begun | undefined> {
      const consumed = await pool.query<Begun>(
        `DELETE FROM oauth_state WHERE hash = $1 AND account_id = $2 AND person_id = $3 AND session_hash = $4 AND expires_at > $5
         RETURNING site_id AS "siteId", verifier_sealed AS "verifierSealed"`,
        [hash, accountId, personId, sessionHash, now],
      )
      return consumed.rows[0]
    },
  }
}
