import { AppError, invalidField } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { personOf } from '../accounts/accounts.ts'
import type { Records } from '../database.sql.ts'
import { findMailChange } from './mail-changes.sql.ts'
import { presentMail } from './mail-changes.ts'
import { listOwned } from './members.sql.ts'
import { presentPerson } from './operator.ts'
import { deletePerson, lockPerson, renamePerson, requirePerson } from './persons.sql.ts'

export type PersonDeps = {
  database: Database
  records: Records
  isClosed(accountId: string): Promise<boolean>
}

/** What people do with themselves. */
export function personHandlers({ database, records, isClosed }: PersonDeps) {
  return {
    'person.get': async ({ caller }) => {
      const [person, newMail] = await Promise.all([
        requirePerson(records, personOf(caller)),
        findMailChange(database, personOf(caller)),
      ])
      return { person: presentPerson(person), newMail: newMail ? presentMail(newMail) : null }
    },

    'person.update': async ({ body, caller }) => ({
      person: presentPerson(await renamePerson(records, personOf(caller), body.name)),
    }),

    'person.delete': async ({ body, caller }) => {
      const { id, email } = await requirePerson(records, personOf(caller))
      if (body.confirm.toLowerCase() !== email) throw invalidField('confirm', 'must be your mail address')
      // The fact that an account is closed may still be on its way.
      const closed = new Set<string>()
      for (const { accountId } of await listOwned(database, id)) if (await isClosed(accountId)) closed.add(accountId)
      await inTransaction(database, async (tx) => {
        await lockPerson(tx, id)
        if ((await listOwned(tx, id)).some(({ accountId }) => !closed.has(accountId)))
          throw new AppError('conflict', 'You own an account: close it or transfer it first')
        await deletePerson(tx, id)
      })
      return { ok: true }
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
}
