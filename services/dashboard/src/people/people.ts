import { AppError } from '@rts/shared/errors'
import { startLoop } from '@rts/shared/loops/loop'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { systemCaller } from '@rts/shared/service/system-caller'
import { mailChangeBuckets } from '../attempts/rules/buckets.ts'
import { admitAttempt } from '../http/visit.ts'
import type { Post } from '../letters/letters.ts'
import { linkTo } from '../letters/letters.ts'
import type { Library } from '../sign-in/auth/library.ts'
import { createPasswords } from '../sign-in/auth/passwords.ts'
import type { Stores } from '../stores.ts'
import { createContactStore } from './contacts.sql.ts'
import { createContactRound } from './contacts.ts'
import { personsHandlers } from './operator.ts'
import { sessionHandlers } from './own-sessions.ts'
import { personHandlers } from './person.ts'

export type PersonsOptions = Pick<ServiceParts, 'pool' | 'clock' | 'logger'> &
  Stores & { call: RpcClient; library: Library; mail: Post; publicUrl: string }

/** What people and the operator do with people: the stores, the handlers, and what tells the gateway of new addresses. */
export function createPersonParts(options: PersonsOptions) {
  const { pool, clock, logger, call, library, persons, members, sessions, attempts, mailChanges, mail, publicUrl } =
    options
  const passwords = createPasswords(library, clock)
  const contacts = startLoop({
    pollMs: 30_000,
    onError: (error) => logger.warn({ err: error }, 'the gateway has not heard of an owner’s address yet'),
    round: createContactRound({
      contacts: createContactStore(pool),
      tell: (accountId, email) => call('accounts.contact', { params: { accountId }, body: { email } }, systemCaller()),
    }),
  })
  const person = personHandlers({
    ...{ persons, mailChanges, members, tellContacts: contacts.wake },
    async askForMail({ id, email: old }, email) {
      await admitAttempt(attempts, mailChangeBuckets(id))
      const mayReach = await mail.mayReach(email)
      return mailChanges.begin(id, email, async (client, token) => {
        await mail.write(client, { kind: 'oldMail', to: old })
        if (mayReach) await mail.write(client, { kind: 'newMail', to: email, token })
      })
    },
    isClosed: async (accountId) => {
      // One that is being made is not there yet.
      const found = await call('accounts.get', { params: { accountId } }, systemCaller()).catch(missing)
      return found?.account.status === 'closed'
    },
  })
  const operators = personsHandlers({
    persons,
    hashPassword: passwords.hash,
    passwordLink: async (personId) => linkTo(publicUrl, 'reset', await passwords.issueReset(personId)),
  })
  return {
    handlers: { ...person, ...operators, ...sessionHandlers({ sessions }) },
    background: contacts,
    tellContacts: contacts.wake,
  }
}

function missing(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined
  throw error
}
