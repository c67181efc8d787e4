import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import type { Plan } from '@rts/shared/plans'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { accountsAt, guestsAt, keysAt } from './support/use-cases.ts'

let database: TestDatabase
let accounts: ReturnType<typeof accountsAt>
let keys: ReturnType<typeof keysAt>
let serial = 0
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'gateway')
  accounts = accountsAt(database.pool)
  keys = keysAt(database.pool)
})
afterAll(() => database.drop())

const newMail = () => `m${serial++}@example.com`
const newId = () => `id-${serial++}`
const open = async (plan: Plan = 'free', email = newMail()) => (await accounts.create({ email, plan }, 'test')).account
const closed = async (plan: Plan = 'free') => {
  const account = await open(plan)
  await accounts.close(account.id, account.email, 'test')
  return account
}
const guestAccount = async () => {
  const guests = guestsAt(database.pool)
  return (await guests.register({ network: { hash: `n${serial++}`, area: null, from: 'here' } })).guest.accountId
}
const rows = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows
const factsOf = async (id: string) =>
  (await rows('SELECT state FROM facts.event WHERE aggregate = $1 ORDER BY version', `account:${id}`)).map(
    ({ state }) => state,
  )

describe('making an account', () => {
  it('by id never answers another account, even one with the same address and a higher plan', async () => {
    const rich = await open('scale')
    const id = newId()
    const made = await accounts.create({ id, email: rich.email, plan: 'free' }, 'test')
    expect(made).toMatchObject({ created: true, account: { id, plan: 'free', email: rich.email } })
  })

  it('by id answers the same account again, also with another address, under parallel calls, and once it is closed', async () => {
    const id = newId()
    const make = () => accounts.create({ id, email: newMail(), plan: 'free' }, 'test')
    const all = await Promise.all(Array.from({ length: 8 }, make))
    expect(all.filter(({ created }) => created)).toHaveLength(1)
    expect(new Set(all.map(({ account }) => `${account.id} ${account.email}`)).size).toBe(1)
    await accounts.close(id, all[0]?.account.email ?? '', 'test')
    expect(await make()).toMatchObject({ created: false, account: { id, status: 'closed' } })
  })

  it('to adopt answers an open account with the address, and makes one where there is none', async () => {
    const old = await open('scale')
    const adopted = await accounts.create({ id: newId(), email: old.email, plan: 'free', adopt: 'or_create' }, 'test')
    expect(adopted).toMatchObject({ created: false, account: { id: old.id, plan: 'scale' } })
    const [id, email] = [newId(), newMail()]
    const fresh = await accounts.create({ id, email, plan: 'free', adopt: 'or_create' }, 'test')
    expect(fresh).toMatchObject({ created: true, account: { id } })
  })

  it('by mail alone is idempotent among open accounts, under parallel calls too', async () => {
    const email = newMail()
    const all = await Promise.all(Array.from({ length: 8 }, () => accounts.create({ email, plan: 'free' }, 'test')))
    expect(new Set(all.map(({ account }) => account.id)).size).toBe(1)
    expect(all.filter(({ created }) => created)).toHaveLength(1)
    await expect(accounts.create({ email, plan: 'scale' }, 'test')).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is possible again with the address of a closed one', async () => {
    const old = await closed()
    const again = await accounts.create({ email: old.email, plan: 'free' }, 'test')
    expect([again.created, again.account.id === old.id]).toEqual([true, false])
  })

  it('under the id of a guest’s account is a conflict', async () => {
    const id = await guestAccount()
    const make = accounts.create({ id, email: newMail(), plan: 'free' }, 'test')
    await expect(make).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('a closed account', () => {
  it('has no key and no address, cannot be opened again, and is announced as closed once', async () => {
    const account = await open('growth')
    const { key } = await keys.create(account.id, { name: 'k', kind: 'server' }, 'test')
    const ended = await accounts.close(account.id, account.email.toUpperCase(), 'person:p')
    expect(ended).toMatchObject({ status: 'closed', version: 2, email: `closed-${account.id}@closed.invalid` })
    expect((await keys.list(account.id)).map(({ id, revokedAt }) => [id, revokedAt !== null])).toEqual([[key.id, true]])
    expect(await accounts.close(account.id, 'whatever', 'test')).toEqual(ended)
    expect(await factsOf(account.id)).toEqual([
      { id: account.id, plan: 'growth', status: 'active' },
      { id: account.id, plan: 'growth', status: 'closed' },
    ])
    const held = await rows('SELECT row_to_json(a)::text AS text FROM audit_entry a WHERE account_id = $1', account.id)
    for (const { text } of held) expect(text).not.toContain(account.email)
  })

  it('gets no plan, no contact and no key', async () => {
    const { id } = await closed()
    for (const change of [
      () => accounts.changePlan(id, 'scale', 'test'),
      () => accounts.changeContact(id, newMail(), 'test'),
      () => keys.create(id, { name: 'k', kind: 'server' }, 'test'),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'conflict', message: 'This account is closed' })
    expect((await factsOf(id)).map(({ status }) => status)).toEqual(['active', 'closed'])
  })

  it('is closed under its own address alone; a wrong one, an unknown id and a guest change nothing', async () => {
    const account = await open()
    await expect(accounts.close(account.id, newMail(), 'test')).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await accounts.require(account.id)).toMatchObject({ status: 'active', version: 1 })
    await expect(accounts.close('unknown', 'x', 'test')).rejects.toMatchObject({ code: 'not_found' })
    const guest = await guestAccount()
    await expect(accounts.close(guest, `x`, 'test')).rejects.toMatchObject({ code: 'conflict' })
  })

  it('takes no key that is made while it closes', async () => {
    const account = await open()
    const make = () => keys.create(account.id, { name: 'k', kind: 'lasting' }, 'test')
    await Promise.allSettled([make(), make(), accounts.close(account.id, account.email, 'test'), make(), make()])
    expect((await keys.list(account.id)).filter(({ revokedAt }) => revokedAt === null)).toEqual([])
  })
})

describe('a guest’s account', () => {
  it('gets no plan, no contact and no key: it is claimed, or it ends', async () => {
    const id = await guestAccount()
    for (const change of [
      () => accounts.changePlan(id, 'free', 'test'),
      () => accounts.changeContact(id, newMail(), 'test'),
      () => keys.create(id, { name: 'k', kind: 'server' }, 'test'),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('the contact of an account', () => {
  it('may be an address that another account has: it is no identity', async () => {
    const [account, other] = [await open(), await open()]
    const changed = await accounts.changeContact(account.id, other.email.toUpperCase(), 'dashboard')
    expect(changed).toMatchObject({ id: account.id, email: other.email, version: 1 })
  })
})
