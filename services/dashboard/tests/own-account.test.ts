import { randomUUID } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { createLogger } from '@rts/shared/logger'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { SignUpWay } from '../src/accounts/accounts.ts'
import { createRecords } from '../src/database.sql.ts'
import { listMemberships } from '../src/people/members.sql.ts'
import { createOwnAccounts } from '../src/sign-in/own-account.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'dashboard')
})
afterAll(() => database.drop())

type Order = { id: string; email: string; adopt?: 'or_create' | 'only' }
let orders: Order[] = []
let create: (order: Order) => Promise<string>
beforeEach(() => {
  orders = []
  create = async ({ id }) => id
})

const accounts = (signUp: SignUpWay = 'open') =>
  createOwnAccounts({
    database: database.pool,
    records: createRecords(database.pool),
    signUp,
    logger: createLogger('dashboard', 'silent'),
    finishClaim: () => Promise.reject(new Error('no claim here')),
    createAccount: (order) => {
      orders.push(order)
      return create(order)
    },
  })
async function newPerson({ isVerified = true } = {}) {
  const id = randomUUID()
  await database.pool.query('INSERT INTO person (id, email, name, email_verified) VALUES ($1, $2, $3, $4)', [
    id,
    `${id}@example.com`,
    'Ada',
    isVerified,
  ])
  return id
}
const memberships = (personId: string) => listMemberships(database.pool, personId)
const rowsOf = async (personId: string) =>
  (await database.pool.query(`SELECT account_id, role, state FROM member WHERE person_id = $1`, [personId])).rows
const grewOld = (personId: string) =>
  database.pool.query(`UPDATE member SET joined_at = now() - interval '2 minutes' WHERE person_id = $1`, [personId])

describe('the account of a person', () => {
  it('is made once, however many sign-ins there are at once', async () => {
    const person = await newPerson()
    await Promise.all(Array.from({ length: 10 }, () => accounts().joinOwn(person)))
    const rows = await rowsOf(person)
    expect(rows).toEqual([{ account_id: expect.any(String), role: 'owner', state: 'active' }])
    expect(new Set(orders.map(({ id }) => id))).toEqual(new Set([rows[0].account_id]))
    orders = []
    await accounts().joinOwn(person)
    expect(orders).toEqual([])
  })

  it('a sign-in waits for another of the same person, and then sees the account that it made', async () => {
    const person = await newPerson()
    const other = await database.pool.connect()
    await other.query('BEGIN')
    await other.query('SELECT 1 FROM person WHERE id = $1 FOR NO KEY UPDATE', [person])
    await other.query(
      `INSERT INTO member (person_id, account_id, role, state) VALUES ($1, 'made', 'owner', 'active')`,
      [person],
    )
    const joining = accounts().joinOwn(person)
    await until('it to wait', async () => {
      const { rows } = await database.pool.query(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
      return rows.length > 0 || (await rowsOf(person)).length > 0
    })
    await other.query('COMMIT')
    other.release()
    await joining
    expect([orders, await memberships(person)]).toMatchObject([[], [{ accountId: 'made', role: 'owner' }]])
  })

  it('is not made before the mail is verified', async () => {
    const person = await newPerson({ isVerified: false })
    await accounts().joinOwn(person)
    expect([orders, await rowsOf(person)]).toEqual([[], []])
  })

  it('waits while the gateway is away, gives no rights, and is finished by the job under the same id', async () => {
    const person = await newPerson()
    create = () => Promise.reject(new Error('away'))
    await accounts().joinOwn(person)
    expect(await rowsOf(person)).toMatchObject([{ state: 'pending' }])
    expect(await memberships(person)).toEqual([])
    create = async ({ id }) => id
    await accounts().resume()
    expect(await rowsOf(person)).toMatchObject([{ state: 'pending' }])
    await grewOld(person)
    await accounts().resume()
    const ofThis = orders.filter(({ email }) => email === `${person}@example.com`)
    expect(new Set(ofThis.map(({ id }) => id)).size).toBe(1)
    expect(await memberships(person)).toMatchObject([{ accountId: ofThis[0]?.id, role: 'owner' }])
  })

  it('survives an end between any two steps: after the gateway made it, the next sign-in finishes it', async () => {
    const person = await newPerson()
    create = async ({ id }) => {
      throw new Error(`the answer about ${id} was lost`)
    }
    await accounts().joinOwn(person)
    create = async ({ id }) => id
    await accounts().joinOwn(person)
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
    expect(await rowsOf(person)).toMatchObject([{ state: 'active' }])
  })

  it('is the one that the operator made for their address, unless somebody here owns it', async () => {
    const made = randomUUID()
    create = async ({ id, adopt }) => (adopt ? made : id)
    const [first, second] = [await newPerson(), await newPerson()]
    await accounts().joinOwn(first)
    await accounts().joinOwn(second)
    expect(await memberships(first)).toMatchObject([{ accountId: made, role: 'owner' }])
    expect(await memberships(second)).toMatchObject([{ accountId: orders.at(-1)?.id, role: 'owner' }])
    expect(orders.at(-1)?.adopt).toBeUndefined()
  })
})
