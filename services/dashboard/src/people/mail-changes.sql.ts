import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { noteContact } from './contacts.sql.ts'
import { type Person, personColumns } from './persons.sql.ts'

export type NewMail = { email: string; expiresAt: Date }
export type MailChangeStore = ReturnType<typeof createMailChangeStore>

/** New mail addresses that wait for their link; only its hash is stored. */
export function createMailChangeStore(pool: Pool) {
  return {
    /** Replaces what the person asked for before. `tell` writes the letters, with the link's secret. */
    begin: (personId: string, email: string, tell: (client: PoolClient, token: string) => Promise<void>) =>
      inTransaction(pool, async (client): Promise<NewMail> => {
        const token = randomBytes(32).toString('base64url')
        const stored = await client.query<NewMail>(
          `INSERT INTO mail_change (person_id, email, hash, expires_at) VALUES ($1, $2, $3, clock_timestamp() + interval '1 day')
           ON CONFLICT (person_id) DO UPDATE SET email = excluded.email, hash = excluded.hash, expires_at = excluded.expires_at
           RETURNING email, expires_at AS "expiresAt"`,
          [personId, email, hashOf(token)],
        )
        await tell(client, token)
        const [newMail] = stored.rows
        if (!newMail) throw new Error('the change was not stored')
        return newMail
      }),

    async find(personId: string): Promise<NewMail | undefined> {
      const found = await pool.query<NewMail>(
        `SELECT email, expires_at AS "expiresAt" FROM mail_change WHERE person_id = $1 AND expires_at > clock_timestamp()`,
        [personId],
      )
      return found.rows[0]
    },

    async drop(personId: string): Promise<void> {
      await pool.query('DELETE FROM mail_change WHERE person_id = $1', [personId])
    },

    async forgetExpired(): Promise<void> {
      await pool.query('DELETE FROM mail_change WHERE expires_at < clock_timestamp()')
    },

    /** Gives the person the address of a link. Throws `not_found`, and `conflict` if somebody else has proved the address. */
    accept: (personId: string, token: string) =>
      inTransaction(pool, async (client): Promise<Person> => {
        const used = await client.query<{ email: string }>(
          `DELETE FROM mail_change WHERE person_id = $1 AND hash = $2 AND expires_at > clock_timestamp() RETURNING email`,
          [personId, hashOf(token)],
        )
        const [change] = used.rows
        if (!change) throw noSuchLink()
        // Whoever signed up with the address and never proved it has no claim to it.
        await client.query('DELETE FROM person WHERE email = $1 AND NOT email_verified', [change.email])
        // Links that wait in the old mailbox must not open what has left it.
        await client.query('DELETE FROM person_token WHERE value = $1', [personId])
        await noteOwned(client, personId)
        return setMail(client, personId, change.email)
      }),
  }
}

async function noteOwned(client: PoolClient, personId: string): Promise<void> {
  const owned = await client.query<{ id: string }>(
    `SELECT account_id AS id FROM member WHERE person_id = $1 AND role = 'owner' AND state = 'active' ORDER BY 1`,
    [personId],
  )
  for (const { id } of owned.rows) await noteContact(client, id)
}

async function setMail(client: PoolClient, personId: string, email: string): Promise<Person> {
  try {
    const changed = await client.query<Person>(
      `UPDATE person AS p SET email = $2, updated_at = clock_timestamp() WHERE id = $1 RETURNING ${personColumns}`,
      [personId, email],
    )
    if (!changed.rows[0]) throw noSuchLink()
    return changed.rows[0]
  } catch (error) {
    if (!(error instanceof DatabaseError && error.constraint === 'person_email_key')) throw error
    throw new AppError('conflict', 'Another person here has this mail address')
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(`mail ${token}`).digest()
}

function noSuchLink(): AppError {
  return new AppError('not_found', 'This link is used or no longer valid, or another person asked for it')
}
