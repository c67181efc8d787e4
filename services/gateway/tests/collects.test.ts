import { startBroker } from '@rts/local/broker/broker'
import { type BulkQuota, createRpcQuota, type Quota } from '@rts/shared/collects/quota'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import { signerOf } from '@rts/shared/testing/secrets'
import { connect, type NatsConnection } from 'nats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from './support.ts'

let broker: Awaited<ReturnType<typeof startBroker>>
let world: World
let nats: NatsConnection
let quota: Quota & BulkQuota

beforeAll(async () => {
  broker = await startBroker({ production: false })
  world = await startWorld({ env: { NATS_URL: broker.url } })
  await world.start({ env: { NATS_URL: broker.url } })
  nats = await connect({ servers: broker.url })
  quota = createRpcQuota(createRpcClient({ nats, sign: signerOf('research') }))
})
afterAll(async () => {
  await nats.close()
  await world.stop()
  await broker.close()
})

const newAccount = async (plan: 'free' | 'starter' = 'free') => (await world.newKey(plan)).accountId
const take = (accountId: string, count: number, name = 'ask') =>
  Promise.all(Array.from({ length: count }, (_, i) => quota.take(accountId, `${accountId}:${name}:${i}`)))
const countOf = (answers: string[], answer: string) => answers.filter((one) => one === answer).length

describe('the collects of a day', () => {
  it('are exactly as many as the plan has, for 60 asks at once over two gateways', async () => {
    const account = await newAccount()
    const answers = await take(account, 60)
    expect([countOf(answers, 'taken'), countOf(answers, 'used_up')]).toEqual([10, 50])
  })

  it('count a token once, however often and from wherever it is sent', async () => {
    const account = await newAccount()
    const same = await Promise.all(Array.from({ length: 20 }, () => quota.take(account, `${account}:same`)))
    expect(countOf(same, 'taken')).toBe(20)
    expect(countOf(await take(account, 20), 'taken')).toBe(9)
  })

  it('are given back once, and may be taken again', async () => {
    const account = await newAccount()
    await take(account, 10)
    expect(await quota.take(account, 'one more')).toBe('used_up')
    await Promise.all(Array.from({ length: 5 }, () => quota.giveBack(`${account}:ask:3`)))
    expect(countOf(await take(account, 5, 'later'), 'taken')).toBe(1)
    expect(await quota.take(account, `${account}:ask:3`)).toBe('used_up')
  })

  it('are taken many at once in order, exactly, by askers at the same time, and all given back', async () => {
    const account = await newAccount()
    const tokensOf = (name: string) => Array.from({ length: 7 }, (_, i) => `${account}:${name}:${i}`)
    const [one, other] = await Promise.all(['one', 'other'].map((name) => quota.takeAll(account, tokensOf(name))))
    expect([one?.size, other?.size].sort()).toEqual([3, 7])
    const fewer = one?.size === 3 ? 'one' : 'other'
    const again = await quota.takeAll(account, [...tokensOf(fewer), ...tokensOf(fewer)])
    expect([...(again ?? [])]).toEqual(tokensOf(fewer).slice(0, 3))
    await Promise.all(['one', 'other'].map((name) => quota.giveBackAll([...tokensOf(name), 'never taken'])))
    expect(countOf(await take(account, 20, 'later'), 'taken')).toBe(10)
  })

  it('grow with the plan at once', async () => {
    const account = await newAccount()
    await take(account, 11)
    await world.changePlan(account, 'starter')
    expect(countOf(await take(account, 100, 'more'), 'taken')).toBe(90)
  })

  it('are another number each day, and each account’s own', async () => {
    const [account, other] = [await newAccount(), await newAccount()]
    await take(account, 11)
    expect(countOf(await take(other, 11), 'taken')).toBe(10)
    await world.database.pool.query(`UPDATE collect_day SET day = day - 1 WHERE account_id = $1`, [account])
    await world.database.pool.query(`UPDATE collect_token SET day = day - 1 WHERE account_id = $1`, [account])
    expect(countOf(await take(account, 11, 'next day'), 'taken')).toBe(10)
    await quota.giveBack(`${account}:ask:0`)
    expect(await quota.take(account, 'yesterday’s is none of today')).toBe('used_up')
  })

  it('are unknown, and nothing is started, where the gateway cannot be asked', async () => {
    expect(await quota.take('no-such-account', 'token')).toBe('unknown')
  })
})
