import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool } from 'pg'
import { isRefused } from '../letters/refusals.sql.ts'
import { recipientOf } from '../letters/rules/tokens.ts'
import { type Invite, inviteColumns, isOpen } from './invite-records.sql.ts'
import type { MailInvite } from './invites.sql.ts'

const tomorrow = `(date_trunc('day', clock_timestamp() AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC'`

/** Mail of invites: one a recipient and day, whoever invites, and none to whoever wants none. Nobody who invites sees which. */
export function createInviteMail(pool: Pool, write: MailInvite) {
  const mail: MailInvite = async (client, invite) => {
    const recipient = recipientOf(invite.email)
    const refused = await isRefused(client, invite.email, 'invite')
    const first = await client.query(
      `INSERT INTO mail_day (recipient, day, kind) VALUES ($1, (clock_timestamp() AT TIME ZONE 'UTC')::date, 'invite')
       ON CONFLICT DO NOTHING`,
      [recipient],
    )
    const isToday = first.rowCount === 1
    if (isToday && !refused) await write(client, invite)
    await client.query(`UPDATE invite SET mail_due_at = CASE WHEN $2 THEN ${tomorrow} ELSE NULL END WHERE id = $1`, [
      invite.id,
      !isToday && !refused,
    ])
  }
  return {
    mail,

    /** Mails the invites that had to wait for another day; answers how many it looked at. */
    async mailDue(): Promise<number> {
      for (let looked = 0; ; looked++) if (!(await mailNext(pool, mail)) || looked === 1_000) return looked
    },
  }
}

function mailNext(pool: Pool, mail: MailInvite): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const due = await client.query<Invite>(
      `SELECT ${inviteColumns} FROM invite i WHERE ${isOpen} AND i.mail_due_at <= clock_timestamp()
       ORDER BY i.mail_due_at, i.invited_at, i.id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    )
    if (due.rows[0]) await mail(client, due.rows[0])
    return due.rowCount === 1
  })
}
