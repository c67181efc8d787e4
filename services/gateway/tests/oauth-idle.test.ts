import { randomUUID } from 'node:crypto'
import { inTransaction } from '@rts/shared/service/transaction'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endIdle } from '../src/grants/assistants.ts'
import { endAfterLoss } from '../src/grants/grants.ts'
import { many, type OAuth, refusal, startOAuth } from './support/oauth.ts'
import type { Gateway } from './support.ts'

let oauth: OAuth
let replica: Gateway
beforeAll(async () => {
  oauth = await startOAuth()
  replica = await oauth.startReplica()
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
    const leftAt = oauth.seats.leave('bob')
    await oauth.connected({ personId: 'bob', rightsSince: oauth.seats.join('bob') })
    await left({ action: 'member.left', actor: 'person:bob' }, leftAt)
    expect(await live()).toBe(1)
    await left({ action: 'member.left', actor: 'person:bob' }, oauth.seats.leave('bob'))
    expect(await live()).toBe(0)
  })

  /** `back`: the person is a member again, `heard`: the gateway hears that they left. */
  const orders = [
    ['leave', 'exchange', 'heard', 'back'],
    ['leave', 'exchange', 'back', 'heard'],
    ['leave', 'back', 'exchange', 'heard'],
    ['leave', 'heard', 'back', 'exchange'],
    ['exchange', 'leave', 'back', 'heard'],
  ] as const
  it.each(orders)('never works for a person who left and is a member again: %s, %s, %s, %s', async (...order) => {
    const { seats } = oauth
    const { form } = await oauth.consented({ personId: 'cid', rightsSince: seats.join('cid') })
    let at = new Date()
    let access = 'rts_lk_none'
    const steps = {
      leave: () => (at = seats.leave('cid')),
      exchange: async () => ({ access_token: access = access } = (await oauth.post(form)).json),
      heard: () => left({ action: 'member.left', actor: 'person:cid' }, at),
      back: () => seats.join('cid'),
    }
    for (const [i, step] of order.entries()) {
      await steps[step]()
      if (i >= order.indexOf('back')) expect((await oauth.ask(access)).status).toBe(401)
    }
    expect((await oauth.ask(access)).status).toBe(401)
  })

  it('never works again where leaving, hearing of it, coming back and the exchange meet at two replicas', async () => {
    const { seats } = oauth
    const awake = await many(24, async (i) => {
      const personId = `p${i}`
      const { form } = await oauth.consented({ personId, rightsSince: seats.join(personId) })
      const coming = async () => {
        const at = seats.leave(personId)
        await left({ action: 'member.left', actor: `person:${personId}` }, at)
        seats.join(personId)
      }
      const [{ json }] = await Promise.all([oauth.post(form, { to: i % 2 ? replica : oauth.gateway }), coming()])
      return json.access_token !== undefined && (await oauth.ask(json.access_token)).status === 200
    })
    expect(awake.filter((one) => one)).toEqual([])
    expect(await live()).toBe(0)
  })

  it('is not given for a consent that is older than their rights', async () => {
    const { seats } = oauth
    const { form } = await oauth.consented({ personId: 'dan', rightsSince: seats.join('dan') })
    const rightsSince = seats.change('dan')
    expect(await oauth.post(form)).toMatchObject(refusal('invalid_grant'))
    const { access } = await oauth.connected({ personId: 'dan', rightsSince })
    seats.change('dan')
    expect((await oauth.ask(access)).status).toBe(200)
  })
})
