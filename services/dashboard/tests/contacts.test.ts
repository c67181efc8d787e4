import { randomUUID } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { createContactStore, noteContact } from '../src/people/contacts.sql.ts'
import { createContactRound } from '../src/people/contacts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'dashboard')
})
afterAll(() => database.drop())

let told: string[] = []
let tell: (email: string) => Promise<void>
beforeEach(async () => {
  told = []
  tell = async () => {}
  await database.pool.query('DELETE FROM contact_due')
})

const round = () =>
  createContactRound({
    contacts: createContactStore(database.pool),
    tell: async (_accountId, email) => {
      told.push(email)
      await tell(email)
    },
  })()
/** An account whose owner has another address than the gateway knows. */
async function changed() {
  const [personId, accountId] = [randomUUID(), randomUUID()]
  await database.pool.query(`INSERT INTO person (id, email, name) VALUES ($1, $2, 'Ada')`, [
    personId,
    `${personId}@a.example`,
  ])
  await database.pool.query(
    `INSERT INTO member (person_id, account_id, role, state) VALUES ($1, $2, 'owner', 'active')`,
    [personId, accountId],
  )
  await note(accountId)
  return { personId, accountId, email: `${personId}@a.example` }
}
const note = (accountId: string) => inTransaction(database.pool, (client) => noteContact(client, accountId))
const due = async () => (await database.pool.query('SELECT 1 FROM contact_due')).rowCount
const halfAMinuteLater = () =>
  database.pool.query(`UPDATE contact_due SET lease_until = lease_until - interval '31 seconds'`)

it('each owner’s address is told once', async () => {
  const people = [await changed(), await changed()]
  expect([await round(), await round(), await round()]).toEqual([true, true, false])
  expect(told.sort()).toEqual(people.map(({ email }) => email).sort())
  expect(await due()).toBe(0)
})

it('an address that changes while the older one is told is told after it, never at the same time', async () => {
  const { personId, accountId } = await changed()
  tell = async () => {
    tell = async () => {}
    await database.pool.query('UPDATE person SET email = $2 WHERE id = $1', [personId, 'newer@a.example'])
    await note(accountId)
    expect(await round()).toBe(false)
  }
  expect([await round(), await round(), await round()]).toEqual([true, true, false])
  expect(told.slice(1)).toEqual(['newer@a.example'])
})

it('what the gateway did not hear is told again half a minute later', async () => {
  const { email } = await changed()
  tell = () => Promise.reject(new AppError('timeout', 'away'))
  await expect(round()).rejects.toThrow('away')
  expect(await round()).toBe(false)
  tell = async () => {}
  await halfAMinuteLater()
  expect([await round(), told, await due()]).toEqual([true, [email, email], 0])
})

it('of a closed account, and of one without an owner, nothing is told for ever', async () => {
  const { accountId } = await changed()
  tell = () => Promise.reject(new AppError('conflict', 'This account is closed'))
  expect([await round(), await due()]).toEqual([true, 0])
  await database.pool.query('DELETE FROM member WHERE account_id = $1', [accountId])
  await note(accountId)
  told = []
  expect([await round(), told, await due()]).toEqual([true, [], 0])
})
