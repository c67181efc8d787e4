import { AppError, invalidField } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { personOf } from '../accounts/accounts.ts'
import type { MailChangeStore, NewMail } from './mail-changes.sql.ts'
import type { MemberStore } from './members.sql.ts'
import { presentPerson } from './operator.ts'
import type { PersonStore } from './persons.sql.ts'

type Served = 'person.get' | 'person.update' | 'person.delete' | `mailChange.${'create' | 'accept' | 'delete'}`
export type PersonDeps = {
  persons: PersonStore
  mailChanges: MailChangeStore
  members: Pick<MemberStore, 'ownedBy'>
  /** Asks for another address, with the letters about it. Throws `rate_limited`. */
  askForMail(person: { id: string; email: string }, email: string): Promise<NewMail>
  /** The owner of accounts has another address: the gateway is told soon. */
  tellContacts(): void
  isClosed(accountId: string): Promise<boolean>
}

/** What people do with themselves. */
export function personHandlers(deps: PersonDeps): Pick<ServiceHandlers<'dashboard'>, Served> {
  const { persons, mailChanges, members, askForMail, tellContacts, isClosed } = deps
  return {
    'person.get': async ({ caller }) => {
      const [person, newMail] = await Promise.all([
        persons.require(personOf(caller)),
        mailChanges.find(personOf(caller)),
      ])
      return { person: presentPerson(person), newMail: newMail ? presentMail(newMail) : null }
    },

    'person.update': async ({ body, caller }) => ({
      person: presentPerson(await persons.rename(personOf(caller), body.name)),
    }),

    'person.delete': async ({ body, caller }) => {
      const { id, email } = await persons.require(personOf(caller))
      if (body.confirm.toLowerCase() !== email) throw invalidField('confirm', 'must be your mail address')
      const owned = await members.ownedBy(id)
      // The fact that an account is closed may still be on its way.
      const closed = await Promise.all(owned.map(async (account) => ((await isClosed(account)) ? [account] : [])))
      if (!(await persons.delete(id, closed.flat())))
        throw new AppError('conflict', 'You own an account: close it or transfer it first')
      return { ok: true }
    },

    'mailChange.create': async ({ body, caller }) => {
      const person = await persons.require(personOf(caller))
      if (person.email === body.email) throw invalidField('email', 'is your mail address already')
      return { newMail: presentMail(await askForMail(person, body.email)) }
    },

    'mailChange.accept': async ({ body, caller }) => {
      const person = await mailChanges.accept(personOf(caller), body.token)
      tellContacts()
      return { person: presentPerson(person) }
    },

    'mailChange.delete': async ({ caller }) => {
      await mailChanges.drop(personOf(caller))
      return { ok: true }
    },
  }
}

function presentMail({ email, expiresAt }: NewMail) {
  return { email, expiresAt: expiresAt.toISOString() }
}
