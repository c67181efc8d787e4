import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { pageByTime } from '../time-page.ts'
import {
  countPersons,
  insertPerson,
  type ListedPerson,
  listPersons,
  type Person,
  requireByMail,
  storePassword,
} from './persons.sql.ts'

export type PersonsDeps = {
  database: Database
  hashPassword(password: string): Promise<string>
  passwordLink(personId: string): Promise<string>
}

const personsOfPage = 100

export function personsHandlers({ database, hashPassword, passwordLink }: PersonsDeps) {
  return {
    'persons.create': async ({ body: { email, name, password } }) => {
      const hash = password === undefined ? null : await hashPassword(password)
      const { person, created } = await inTransaction(database, async (tx) => {
        const made = await insertPerson(tx, email, name)
        if (!made) return { person: await requireByMail(tx, email), created: false }
        await storePassword(tx, made.id, hash)
        return { person: made, created: true }
      })
      const passwordUrl = password === undefined ? await passwordLink(person.id) : null
      return { person: presentPerson(person), created, passwordUrl }
    },

    'persons.list': async ({ query: { email, limit = personsOfPage, cursor } }) => {
      const [total, { page, nextCursor }] = await Promise.all([
        countPersons(database, email),
        pageByTime('persons', { limit, cursor }, (place, take) => listPersons(database, email, place, take)),
      ])
      return { persons: page.map(present), total, nextCursor }
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
}

export function presentPerson({ id, email, name, createdAt }: Person) {
  return { id, email, name, createdAt: createdAt.toISOString() }
}

function present(person: ListedPerson) {
  const { verified, accounts } = person
  return { ...presentPerson(person), verified, accounts }
}
