import { AppError } from '@rts/shared/errors'
import { startLoop } from '@rts/shared/loops/loop'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { systemCaller } from '@rts/shared/service/system-caller'
import type { Records } from '../database.sql.ts'
import { linkTo, type Post } from '../letters/letters.ts'
import { mailOwnerOfBroken } from './broken-connections.ts'
import { sendNextContact } from './contacts.ts'
import { mailChangeHandlers } from './mail-changes.ts'
import { deleteMembers } from './members.sql.ts'
import { personsHandlers } from './operator.ts'
import { personHandlers } from './person.ts'

export { noteContact } from './contacts.sql.ts'
export { deleteExpiredMailChanges, deleteMailChange } from './mail-changes.sql.ts'
export {
  dropReservation,
  finishReservation,
  listMemberships,
  listOldReservations,
  type Reservation,
} from './members.sql.ts'
export { isTaken, keepLanguage, storeTimeZone, timeZoneOf } from './persons.sql.ts'
export { reserveGuest, reserveOwn } from './reservations.ts'

type PeopleParts = Pick<ServiceParts, 'pool' | 'logger'> & {
  records: Records
  call: RpcClient
  passwords: { hash(password: string): Promise<string>; issueReset(personId: string): Promise<string> }
  mail: Post
  publicUrl: string
}

/** People, for themselves and for the operator; the gateway gets their new addresses. */
export function createPeople({ pool: database, logger, records, call, passwords, mail, publicUrl }: PeopleParts) {
  const contacts = startLoop({
    pollMs: 30_000,
    onError: (error) => logger.warn({ err: error }, 'the gateway has not heard of an owner’s address yet'),
    round: () =>
      sendNextContact(database, (accountId, email) =>
        call('accounts.contact', { params: { accountId }, body: { email } }, systemCaller()),
      ),
  })
  const isClosed = async (accountId: string) => {
    // One that is being made is not there yet.
    const found = await call('accounts.get', { params: { accountId } }, systemCaller()).catch(missing)
    return found?.account.status === 'closed'
  }
  const passwordLink = async (personId: string) => linkTo(publicUrl, 'reset', await passwords.issueReset(personId))
  return {
    handlers: {
      ...personHandlers({ database, records, isClosed }),
      ...mailChangeHandlers({ database, records, mail, sendContacts: contacts.wake }),
      ...personsHandlers({ database, hashPassword: passwords.hash, passwordLink }),
    },
    closed: deleteMembers,
    connectionBroken: mailOwnerOfBroken(mail, publicUrl),
    background: contacts,
    sendContacts: contacts.wake,
  }
}

function missing(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined
  throw error
}
