import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import type { Membership } from '../accounts/accounts.ts'

export type Person = { id: string; email: string; name: string; createdAt: Date }
export type ListedPerson = Person & { verified: boolean; accounts: Membership[] }
type NewPerson = { email: string; name: string; passwordHash: string | null }
/** The last row of a page. */
type After = { at: Date; id: string }
export type PersonStore = ReturnType<typeof createPersonStore>

/** Of a person `p`. */
export const personColumns = `p.id, p.email, p.name, p.created_at AS "createdAt"`

/** People, whoever made them. */
export function createPersonStore(pool: Pool) {
  return {
    /** Makes a verified person, or answers the one with this address. */
    create: ({ email, name, passwordHash }: NewPerson) =>
      inTransaction(pool, async (client): Promise<{ person: Person; created: boolean }> => {
        // Somebody may have signed up with this address who never proved that it is theirs: their name and password go.
        const made = await client.query<Person>(
          `INSERT INTO person AS p (id, email, name, email_verified) VALUES ($1, $2, $3, true)
           ON CONFLICT (email) DO UPDATE SET name = excluded.name, email_verified = true, updated_at = now()
             WHERE NOT p.email_verified
           RETURNING ${personColumns}`,
          [randomUUID(), email, name],
        )
        const [person] = made.rows
        if (!person) return { person: await requireByMail(client, email), created: false }
        await setPassword(client, person.id, passwordHash)
        return { person, created: true }
      }),

    /** A person who is signed in. Throws `not_found`. */
    async require(id: string): Promise<Person> {
      const found = await pool.query<Person>(`SELECT ${personColumns} FROM person p WHERE id = $1`, [id])
      return orNotFound(found.rows[0])
    },

    async isTaken(email: string): Promise<boolean> {
      return (await pool.query('SELECT 1 FROM person WHERE email = $1', [email])).rows.length > 0
    },

    async rename(id: string, name: string): Promise<Person> {
      const changed = await pool.query<Person>(
        `UPDATE person AS p SET name = $2, updated_at = clock_timestamp() WHERE id = $1 RETURNING ${personColumns}`,
        [id, name],
      )
      return orNotFound(changed.rows[0])
    },

    /** Deletes a person with all that is theirs alone. False if they own an account besides `closed`, or one is being made for them. */
    delete: (id: string, closed: readonly string[]) =>
      inTransaction(pool, async (client): Promise<boolean> => {
        // Whoever makes an account for them waits, and then finds nobody.
        await client.query('SELECT 1 FROM person WHERE id = $1 FOR UPDATE', [id])
        const owned = await client.query(
          `SELECT 1 FROM member WHERE person_id = $1 AND role = 'owner' AND account_id <> ALL($2)`,
          [id, closed],
        )
        if (owned.rows.length > 0) return false
        await client.query('DELETE FROM person_token WHERE value = $1', [id])
        await client.query(
          'DELETE FROM invite i USING person p WHERE p.id = $1 AND (i.email = p.email OR i.accepted_by = p.id)',
          [id],
        )
        await client.query('DELETE FROM person WHERE id = $1', [id])
        return true
      }),

    /** Oldest first, those after `after`, of one address if it is given. */
    async list(email: string | undefined, after: After | null, take: number): Promise<ListedPerson[]> {
      const found = await pool.query<ListedPerson>(
        `SELECT ${personColumns}, p.email_verified AS verified, coalesce(m.accounts, '[]') AS accounts FROM person p
         LEFT JOIN LATERAL (
           SELECT json_agg(json_build_object('accountId', account_id, 'role', role) ORDER BY joined_at, account_id) AS accounts
           FROM member WHERE person_id = p.id AND state = 'active'
         ) m ON true
         WHERE ($1::text IS NULL OR p.email = $1) AND ($2::timestamptz IS NULL OR (p.created_at, p.id) > ($2, $3))
         ORDER BY p.created_at, p.id LIMIT $4`,
        [email ?? null, after?.at ?? null, after?.id ?? '', take],
      )
      return found.rows
    },

    async count(email: string | undefined): Promise<number> {
      const counted = await pool.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM person WHERE $1::text IS NULL OR email = $1',
        [email ?? null],
      )
      return counted.rows[0]?.n ?? 0
    },
  }
}

function orNotFound(person: Person | undefined): Person {
  if (!person) throw new AppError('not_found', 'No such person')
  return person
}

async function requireByMail(client: PoolClient, email: string): Promise<Person> {
  const found = await client.query<Person>(`SELECT ${personColumns} FROM person p WHERE email = $1`, [email])
  const [person] = found.rows
  if (!person) throw new Error('the person was deleted at this moment')
  return person
}

/** Leaves one password, or none. */
async function setPassword(client: PoolClient, personId: string, hash: string | null): Promise<void> {
  await client.query('DELETE FROM credential WHERE person_id = $1', [personId])
  if (hash === null) return
  await client.query(
    `INSERT INTO credential (id, account_id, provider_id, person_id, password) VALUES ($1, $2, 'credential', $2, $3)`,
    [randomUUID(), personId, hash],
  )
}
