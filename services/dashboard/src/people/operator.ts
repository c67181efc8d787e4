import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { ListedPerson, Person, PersonStore } from './persons.sql.ts'

export type PersonsDeps = {
  persons: PersonStore
  hashPassword(password: string): Promise<string>
  /** A link by which the person sets a password. */
  passwordLink(personId: string): Promise<string>
}

const personsOfPage = 100

/** People, for the operator. */
export function personsHandlers({
  persons,
  hashPassword,
  passwordLink,
}: PersonsDeps): Pick<ServiceHandlers<'dashboard'>, 'persons.create' | 'persons.list'> {
  return {
    'persons.create': async ({ body: { email, name, password } }) => {
      const passwordHash = password === undefined ? null : await hashPassword(password)
      const { person, created } = await persons.create({ email, name, passwordHash })
      const passwordUrl = password === undefined ? await passwordLink(person.id) : null
      return { person: presentPerson(person), created, passwordUrl }
    },

    'persons.list': async ({ query: { email, limit, cursor } }) => {
      const take = limit ?? personsOfPage
      const [total, found] = await Promise.all([persons.count(email), persons.list(email, placeOf(cursor), take + 1)])
      const page = found.slice(0, take)
      const last = page.at(-1)
      return { persons: page.map(present), total, nextCursor: found.length > take && last ? cursorAfter(last) : null }
    },
  }
}

export function presentPerson({ id, email, name, createdAt }: Person) {
  return { id, email, name, createdAt: createdAt.toISOString() }
}

function present(person: ListedPerson) {
  const { verified, accounts } = person
  return { ...presentPerson(person), verified, accounts }
}

function cursorAfter({ createdAt, id }: Person): string {
  return encodeCursor('persons', `${createdAt.getTime()}_${id}`)
}

function placeOf(cursor: string | undefined): { at: Date; id: string } | null {
  const place = decodeCursor('persons', cursor)
  if (place === null) return null
  const [, ms, id] = /^(\d{1,15})_(.+)$/.exec(place) ?? []
  if (ms === undefined || id === undefined) throw noSuchCursor()
  return { at: new Date(Number(ms)), id }
}
