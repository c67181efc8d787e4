import { randomUUID } from 'node:crypto'
import { inTransaction } from '@rts/shared/service/transaction'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endIdle } from '../src/grants/assistants.ts'
import { endAfterLoss } from '../src/grants/losses.ts'
import { many, type OAuth, refusal, startOAuth } from './support/oauth.ts'

let oauth: OAuth
beforeAll(async () => {
  oauth = await startOAuth()
})
afterAll(() => oauth.world.stop())
beforeEach(() => oauth.changeAccount())

const days = (count: number, from = Date.now()) => new Date(from + count * 86_400_000)
const live = async () => (await oauth.lasting()).filter(({ revokedAt }) => revokedAt === null).length

describe('an access without a call', () => {
  it('ends after ninety days, and not a minute earlier; keys made by hand stay', async () => {
    await oauth.world.addKey(oauth.key().accountId, 'lasting')
    const { refresh } = await oauth.connected({ personId: 'ann' })
    await endIdle(oauth.world.database.pool, '', days(89.99))
    expect(await live()).toBe(2)
    await many(4, () => endIdle(oauth.world.database.pool, '', days(90.01)))
    expect(await live()).toBe(1)
    expect(await oauth.refreshWith(refresh)).toMatchObject(refusal('invalid_grant'))
    const audited = await oauth.rows(
      `SELECT detail FROM audit_entry WHERE action = 'key.revoked' AND account_id = $1`,
      oauth.key().accountId,
    )
    expect(audited).toEqual([{ detail: { reason: 'no call for 90 days' } }])
  })

  it('is kept by a call, counted from the last one', async () => {
    const { access } = await oauth.connected()
    await oauth.rows(
      `UPDATE api_key SET created_at = now() - interval '89 days' WHERE account_id = $1`,
      oauth.key().accountId,
    )
    expect((await oauth.ask(access)).status).toBe(200)
    await endIdle(oauth.world.database.pool, '', days(89.9))
    expect(await live()).toBe(1)
    await endIdle(oauth.world.database.pool, '', days(90.1))
    expect(await live()).toBe(0)
  })

  it('does not count among the ten, also before it was ended', async () => {
    const connect = (i: number) => oauth.connected({ personId: 'ann', clientId: `https://client.example/${i}.json` })
    for (let i = 0; i < 10; i++) await connect(i)
    await expect(connect(10)).rejects.toMatchObject({ code: 'conflict' })
    const old = `UPDATE api_key SET created_at = now() - interval '90 days' WHERE account_id = $1`
    await oauth.rows(old, oauth.key().accountId)
    await connect(10)
    expect(await live()).toBe(11)
  })
})

describe('what a person connected', () => {
  const left = async (fact: object, at = new Date()) => {
    const { accountId } = oauth.key()
    const state = { accountId, detail: {}, at: at.toISOString(), ...fact }
    const body = { id: randomUUID(), type: 'team.changed', aggregate: `team:${randomUUID()}`, version: 1, state }
    await inTransaction(oauth.world.database.pool, (tx) => endAfterLoss(tx, Object(body)))
  }

  it('ends when they are removed or leave, others’ stays, and so does what they connect once they are back', async () => {
    const ann = await oauth.connected({ personId: 'ann' })
    const bob = await oauth.connected({ personId: 'bob' })
    await left({ action: 'member.changed', actor: 'person:owner', detail: { person: 'ann' } })
    expect(await live()).toBe(2)
    await left({ action: 'member.removed', actor: 'person:owner', detail: { person: 'ann' } })
    expect(await oauth.refreshWith(ann.refresh)).toMatchObject(refusal('invalid_grant'))
    expect((await oauth.refreshWith(bob.refresh)).status).toBe(200)
    const before = new Date()
    await oauth.connected({ personId: 'bob' })
    await left({ action: 'member.left', actor: 'person:bob' }, new Date(before.getTime() - 1_000))
    expect(await live()).toBe(1)
    await left({ action: 'member.left', actor: 'person:bob' })
    expect(await live()).toBe(0)
  })
})
