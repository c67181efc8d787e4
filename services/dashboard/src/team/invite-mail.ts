import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { isRefused, recipientOf } from '../letters/letters.ts'
import { claimNextMail, type Invite, storeMailDue, takeMailOfDay } from './invites.sql.ts'

/** Mails an invite, in the transaction that makes it. */
export type MailInvite = (tx: Transaction, invite: Invite) => Promise<void>

/** Mail of invites: at most one per recipient per day, none after opt-out. The sender does not see which. */
export function createInviteMail(database: Database, write: MailInvite) {
  const mail: MailInvite = async (tx, invite) => {
    const isAllowed = !(await isRefused(tx, invite.email, 'invite'))
    const isFirst = await takeMailOfDay(tx, recipientOf(invite.email))
    if (isFirst && isAllowed) await write(tx, invite)
    await storeMailDue(tx, invite.id, !isFirst && isAllowed)
  }
  const mailNext = () =>
    inTransaction(database, async (tx) => {
      const invite = await claimNextMail(tx)
      if (invite) await mail(tx, invite)
      return invite !== undefined
    })
  return {
    mail,

    /** Mails the invites that had to wait for another day; answers how many it looked at. */
    async mailDue(): Promise<number> {
      for (let looked = 0; ; looked++) if (!(await mailNext()) || looked === 1_000) return looked
    },
  }
}
