import { randomUUID } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { noteContact } from '../src/people/addresses.sql.ts'
import { sendNextContact } from '../src/people/people.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'dashboard')
})
afterAll(() => database.drop())

let sent: string[] = []
let send: (email: string) => Promise<void>
beforeEach(async () => {
  sent = []
  send = async () => {}
  await database.pool.query('DELETE FROM contact_due')
})

const round = () =>
  sendNextContact(database.pool, async (_accountId, email) => {
    sent.push(email)
    await send(email)
  })
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

it('each owner’s address is sent once', async () => {
  const people = [await changed(), await changed()]
  expect([await round(), await round(), await round()]).toEqual([true, true, false])
  expect(sent.sort()).toEqual(people.map(({ email }) => email).sort())
  expect(await due()).toBe(0)
})

it('an address that changes while the older one is sent is sent after it, never at the same time', async () => {
  const { personId, accountId } = await changed()
  send = async () => {
    send = async () => {}
    await database.pool.query('UPDATE person SET email = $2 WHERE id = $1', [personId, 'newer@a.example'])
    await note(accountId)
    expect(await round()).toBe(false)
  }
  expect([await round(), await round(), await round()]).toEqual([true, true, false])
  expect(sent.slice(1)).toEqual(['newer@a.example'])
})

it('an address that the gateway did not get is sent again half a minute later', async () => {
  const { email } = await changed()
  send = () => Promise.reject(new AppError('timeout', 'away'))
  await expect(round()).rejects.toThrow('away')
  expect(await round()).toBe(false)
  send = async () => {}
  await halfAMinuteLater()
  expect([await round(), sent, await due()]).toEqual([true, [email, email], 0])
})

it('a closed account, and one without an owner, is not tried for ever', async () => {
  const { accountId } = await changed()
  send = () => Promise.reject(new AppError('conflict', 'This account is closed'))
  expect([await round(), await due()]).toEqual([true, 0])
  await database.pool.query('DELETE FROM member WHERE account_id = $1', [accountId])
  await note(accountId)
  sent = []
  expect([await round(), sent, await due()]).toEqual([true, [], 0])
})
