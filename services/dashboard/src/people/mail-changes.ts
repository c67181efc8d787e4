import { randomBytes } from 'node:crypto'
import { AppError, invalidField } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { faults } from '@rts/shared/texts/faults'
import { refusals } from '@rts/shared/texts/refusals'
import { personOf } from '../accounts/accounts.ts'
import { admitAttempt, mailChangeBuckets } from '../attempts/attempts.ts'
import type { Parts } from '../parts.ts'
import { deleteMailChange, type MailChange, noteContact, storeMailChange, takeMailChange } from './addresses.sql.ts'
import { listOwned } from './members.sql.ts'
import { presentPerson } from './operator.ts'
import { type Person, requirePerson, storeMail } from './persons.sql.ts'

type MailChangeDeps = Pick<Parts, 'database' | 'records' | 'mail'> & {
  sendContacts(): void
}

/** A person's change to another mail address, which counts once its link was opened. */
export function mailChangeHandlers({ database, records, mail, sendContacts }: MailChangeDeps) {
  return {
    'mailChange.create': async ({ body: { email }, caller }) => {
      const person = await requirePerson(records, personOf(caller))
      if (person.email === email) throw invalidField('email', faults.sameAddress)
      await admitAttempt(database, mailChangeBuckets(person.id))
      const mayReach = await mail.mayReach(email)
      const change = await inTransaction(database, async (tx) => {
        const token = randomBytes(32).toString('base64url')
        const stored = await storeMailChange(tx, person.id, email, token)
        await mail.write(tx, { kind: 'oldMail', to: person.email })
        if (mayReach) await mail.write(tx, { kind: 'newMail', to: email, causedBy: person.email, token })
        return stored
      })
      return { newMail: presentMail(change) }
    },

    'mailChange.accept': async ({ body: { token }, caller }) => {
      const person = await inTransaction(database, (tx) => accept(tx, personOf(caller), token))
      sendContacts()
      return { person: presentPerson(person) }
    },

    'mailChange.delete': async ({ caller }) => {
      await deleteMailChange(records, personOf(caller))
      return { ok: true }
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
}

/** Gives the person the address of a link. Throws `not_found`, and `conflict` if somebody else has proved the address. */
async function accept(tx: Transaction, personId: string, token: string): Promise<Person> {
  const email = await takeMailChange(tx, personId, token)
  const person = email === undefined ? undefined : await storeMail(tx, personId, email)
  if (!person) throw new AppError('not_found', refusals.linkUsedOrOfAnother)
  for (const { accountId, isActive } of await listOwned(tx, personId)) if (isActive) await noteContact(tx, accountId)
  return person
}

export function presentMail({ email, expiresAt }: MailChange) {
  return { email, expiresAt: expiresAt.toISOString() }
}
