import { AppError } from '@rts/shared/errors'
import { startLoop } from '@rts/shared/loops/loop'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { systemCaller } from '@rts/shared/service/system-caller'
import { pages } from '../../web/routes.ts'
import { type AttemptStore, admitAttempt, mailChangeBuckets } from '../attempts/attempts.ts'
import { linkTo, type Post } from '../letters/letters.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import { tellOwnerOfBroken } from './broken-connections.ts'
import { forgetClosed } from './closed-accounts.ts'
import { createContactStore } from './contacts.sql.ts'
import { createContactRound } from './contacts.ts'
import { createMailChangeStore } from './mail-changes.sql.ts'
import { createMemberStore } from './members.sql.ts'
import { personsHandlers } from './operator.ts'
import { sessionHandlers } from './own-sessions.ts'
import { personHandlers } from './person.ts'
import { createPersonStore } from './persons.sql.ts'

export { type ClaimStore, createClaimStore } from './claim-reservations.sql.ts'
export { noteContact } from './contacts.sql.ts'
export type { Joining, MemberStore } from './members.sql.ts'

export type PeopleStores = ReturnType<typeof createPeopleStores>
type PeopleParts = Pick<ServiceParts, 'pool' | 'clock' | 'logger'> &
  PeopleStores & {
    sessions: SessionStore
    attempts: AttemptStore
    call: RpcClient
    passwords: { hash(password: string): Promise<string>; issueReset(personId: string): Promise<string> }
    mail: Post
    publicUrl: string
  }

/** Several features read and change people. */
export function createPeopleStores(pool: ServiceParts['pool']) {
  return {
    persons: createPersonStore(pool),
    members: createMemberStore(pool),
    mailChanges: createMailChangeStore(pool),
  }
}

/** People, for themselves and for the operator; the gateway is told of new addresses. */
export function createPeople(options: PeopleParts) {
  const { pool, logger, call, passwords, persons, members, sessions, attempts, mailChanges, mail, publicUrl } = options
  const contacts = startLoop({
    pollMs: 30_000,
    onError: (error) => logger.warn({ err: error }, 'the gateway has not heard of an owner’s address yet'),
    round: createContactRound({
      contacts: createContactStore(pool),
      tell: (accountId, email) => call('accounts.contact', { params: { accountId }, body: { email } }, systemCaller()),
    }),
  })
  const person = personHandlers({
    persons,
    mailChanges,
    members,
    tellContacts: contacts.wake,
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
    closed: forgetClosed(members),
    connectionBroken: tellOwnerOfBroken({
      members,
      write: (tx, { google, ...letter }) => {
        const variables = { url: publicUrl + pages.googleConnection, google }
        return mail.compose(tx, { ...letter, kind: 'brokenConnection', variables })
      },
    }),
    background: contacts,
    tellContacts: contacts.wake,
  }
}

function missing(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined
  throw error
}
