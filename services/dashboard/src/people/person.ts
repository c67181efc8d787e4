import { AppError, invalidField } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { inTransaction } from '@rts/shared/service/transaction'
import { faults } from '@rts/shared/texts/faults'
import { refusals } from '@rts/shared/texts/refusals'
import { personOf, sessionOf } from '../accounts/accounts.ts'
import type { Parts } from '../parts.ts'
import { type ListedSession, listSessions, revokeSessions } from '../sessions/sessions.ts'
import { writeTeamLog } from '../team/team.ts'
import { findMailChange } from './addresses.sql.ts'
import { presentMail } from './mail-changes.ts'
import { leaveAccounts, listOwned } from './members.sql.ts'
import { presentPerson } from './operator.ts'
import { deletePerson, lockPerson, requirePerson, timeZoneOf, updatePerson } from './persons.sql.ts'

type PersonDeps = Pick<Parts, 'database' | 'records'> & { isClosed(accountId: string): Promise<boolean> }

export function personHandlers({ database, records, isClosed }: PersonDeps) {
  return {
    'person.get': async ({ caller }) => {
      const id = personOf(caller)
      const [person, newMail, timeZone] = await Promise.all([
        requirePerson(records, id),
        findMailChange(database, id),
        timeZoneOf(database, id),
      ])
      return { person: presentPerson(person), newMail: newMail ? presentMail(newMail) : null, timeZone }
    },

    'person.update': async ({ body, caller }) => ({
      person: presentPerson(await updatePerson(records, personOf(caller), body)),
    }),

    'person.delete': async ({ body, caller }) => {
      const { id, email } = await requirePerson(records, personOf(caller))
      if (body.confirm.toLowerCase() !== email) throw invalidField('confirm', faults.notYourAddress)
      // The fact that an account is closed may still be on its way.
      const closed = new Set<string>()
      for (const { accountId } of await listOwned(database, id)) if (await isClosed(accountId)) closed.add(accountId)
      await inTransaction(database, async (tx) => {
        await lockPerson(tx, id)
        if ((await listOwned(tx, id)).some(({ accountId }) => !closed.has(accountId)))
          throw new AppError('conflict', refusals.ownsAnAccount)
        // The gateway ends by it what the person connected to each account.
        for (const accountId of await leaveAccounts(tx, id))
          await writeTeamLog(tx, { accountId, action: 'member.left', by: id, detail: {} })
        await deletePerson(tx, id)
      })
      return { ok: true }
    },

    'sessions.list': async ({ caller }) => {
      const found = await listSessions(database, personOf(caller), sessionOf(caller))
      return { sessions: found.map(presentSession) }
    },

    'sessions.revoke': async ({ body: { sessionId }, caller }) => {
      const which = sessionId === undefined ? { others: sessionOf(caller) } : { id: sessionId }
      const ended = await revokeSessions(records, personOf(caller), which)
      if (ended === 0 && sessionId !== undefined) throw new AppError('not_found', 'No such session')
      return { ended }
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
}

function presentSession({ createdAt, lastUsedAt, ...session }: ListedSession) {
  return { ...session, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt.toISOString() }
}
