import { startBroker } from '@rts/local/broker/broker'
import type { Role } from '@rts/shared/contract/operation'
import { operationEntries } from '@rts/shared/contract/table'
import { createRpcClient, type RpcCaller } from '@rts/shared/service/rpc-client'
import { signerOfAll } from '@rts/shared/testing/secrets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call as callRest, startWorld, type World } from './support.ts'

let broker: Awaited<ReturnType<typeof startBroker>>
let world: World
let rpc: ReturnType<typeof createRpcClient>
beforeAll(async () => {
  // On the shared broker, gateways of other tests would answer.
  broker = await startBroker({ production: false })
  world = await startWorld({ env: { NATS_URL: broker.url } })
  const { nats } = world.gateway.parts
  rpc = createRpcClient({ nats, sign: signerOfAll() })
})
afterAll(async () => {
  await world.stop()
  await broker.close()
})

const common = { plan: 'free', keyId: null, siteIds: null, collect: 'deny', requestId: 'r' } as const
const person = (accountId: string, role: Role = 'owner', personId = 'p1'): RpcCaller => ({
  ...common,
  kind: 'person',
  accountId,
  role,
  personId,
})
const service: RpcCaller = { ...common, kind: 'system', accountId: '', role: null }
const newAccount = async () => {
  const body = { email: `${crypto.randomUUID()}@example.com`, plan: 'starter' } as const
  const { account } = await rpc('accounts.create', { body }, service)
  return { ...account, params: { accountId: account.id } }
}
const entriesOf = async (accountId: string) =>
  (await rpc('audit.list', { params: { accountId }, query: {} }, person(accountId))).entries

describe('a person', () => {
  it('sees their account with its limits, in every role, and no other', async () => {
    const [account, other] = [await newAccount(), await newAccount()]
    const { params: _params, ...row } = account
    for (const role of ['owner', 'admin', 'member'] as const) {
      const seen = await rpc('accounts.get', { params: account.params }, person(account.id, role))
      expect(seen).toMatchObject({ account: row, limits: { callsPerDay: 100, people: 3 } })
    }
    const stranger = person(other.id)
    const { params } = account
    for (const foreign of [
      () => rpc('accounts.get', { params }, stranger),
      () => rpc('accounts.close', { params, body: { confirm: account.email } }, stranger),
      () => rpc('usage.get', { params }, stranger),
      () => rpc('audit.list', { params, query: {} }, stranger),
      () => rpc('keys.list', { params }, stranger),
      () => rpc('keys.create', { params, body: { name: 'k' } }, stranger),
    ])
      await expect(foreign()).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is named in the log for each action; a service is named for its own', async () => {
    const account = await newAccount()
    const { params } = account
    const { key } = await rpc('keys.create', { params, body: { name: 'k' } }, person(account.id, 'owner', 'ann'))
    await rpc('keys.revoke', { params: { keyId: key.id } }, person(account.id, 'admin', 'bob'))
    await rpc('accounts.contact', { params, body: { email: 'new@example.com' } }, service)
    await rpc('accounts.close', { params, body: { confirm: 'new@example.com' } }, person(account.id, 'owner', 'ann'))
    expect((await entriesOf(account.id)).map(({ action, actor }) => `${action} ${actor}`)).toEqual([
      'account.closed person:ann',
      'contact.changed dashboard',
      'key.revoked person:bob',
      'key.created person:ann',
      'account.created dashboard',
    ])
  })

  it('that is a member, or has an invented role, makes no key and closes nothing', async () => {
    const { id, params, email } = await newAccount()
    const member = person(id, 'member')
    // safe because the point is a role outside the list
    const invented = { ...person(id), role: 'zzz' } as unknown as RpcCaller
    const make = (caller: RpcCaller) => rpc('keys.create', { params, body: { name: 'k' } }, caller)
    const close = (caller: RpcCaller) => rpc('accounts.close', { params, body: { confirm: email } }, caller)
    await expect(make(member)).rejects.toMatchObject({ code: 'role_required' })
    await expect(close(member)).rejects.toMatchObject({ code: 'role_required' })
    await expect(close(person(id, 'admin'))).rejects.toMatchObject({
      message: 'Only the owner of the account may do this',
    })
    await expect(make(invented)).rejects.toMatchObject({ code: 'invalid_key' })
    expect((await rpc('keys.list', { params }, person(id))).keys).toEqual([])
  })

  it('that closes the account ends its keys with the very next request', async () => {
    const key = await world.newKey()
    expect((await callRest(world.gateway, { key: key.secret })).status).not.toBe(401)
    const params = { accountId: key.accountId }
    const { account } = await rpc('accounts.get', { params }, service)
    await rpc('accounts.close', { params, body: { confirm: account.email } }, person(key.accountId))
    expect((await callRest(world.gateway, { key: key.secret })).status).toBe(401)
  })
})

describe('usage', () => {
  it('is today’s calls and collects with their limits, and thirty days of which the last is today', async () => {
    const key = await world.newKey('starter')
    const params = { accountId: key.accountId }
    for (let i = 0; i < 3; i++) await callRest(world.gateway, { key: key.secret })
    await rpc('collects.take', { body: { ...params, tokens: [crypto.randomUUID()] } }, service)
    await world.database.pool.query(
      `INSERT INTO allowance_day (account_id, day, charged, given_back, day_limit)
       SELECT $1, (now() AT TIME ZONE 'UTC')::date - n, 9, 2, 20 FROM unnest('{29,30}'::int[]) n`,
      [key.accountId],
    )
    const { calls, collects, days } = await rpc('usage.get', { params }, person(key.accountId, 'member'))
    const today = calls.resetsAt.slice(0, 10)
    expect(calls).toMatchObject({ used: 3, limit: 100, remaining: 97, exhausted: false })
    expect(collects).toEqual({ used: 1, limit: 100 })
    expect(days).toHaveLength(30)
    expect(days[0]).toMatchObject({ used: 7, limit: 20, collects: 0 })
    expect(days[1]).toMatchObject({ used: 0, limit: null })
    expect(days[29]).toMatchObject({ used: 3, limit: 100, collects: 1 })
    expect(Date.parse(today) - Date.parse(days[29]?.day ?? '')).toBe(86_400_000)
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted())
  })

  it('of an account without a call is nothing used, and of an unknown one is not found', async () => {
    const { id, params } = await newAccount()
    expect(await rpc('usage.get', { params }, person(id))).toMatchObject({
      account: { id, plan: 'starter' },
      calls: { used: 0, limit: 100 },
    })
    const operator: RpcCaller = { ...common, kind: 'operator', accountId: '', role: null }
    await expect(rpc('usage.get', { params: { accountId: 'unknown' } }, operator)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('the audit log', () => {
  it('is read in pages, newest first, each entry once, also while entries are added', async () => {
    const { id, params } = await newAccount()
    for (let i = 0; i < 4; i++) await rpc('accounts.contact', { params, body: { email: `c${i}@example.com` } }, service)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const query = { limit: 2, ...(cursor === undefined ? {} : { cursor }) }
      const page = await rpc('audit.list', { params, query }, person(id, 'admin'))
      seen.push(...page.entries.map((entry) => entry.id))
      await rpc('accounts.contact', { params, body: { email: 'late@example.com' } }, service)
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toHaveLength(5)
    expect(seen).toEqual(seen.toSorted((a, b) => Number(b) - Number(a)))
    expect(new Set(seen).size).toBe(5)
  })

  it.each(['garbage', Buffer.from('audit:abc').toString('base64url')])('refuses the cursor %s', async (cursor) => {
    const { id, params } = await newAccount()
    const read = rpc('audit.list', { params, query: { cursor } }, person(id))
    await expect(read).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

it('every row of the gateway that people may call is served', async () => {
  const own = operationEntries().filter(([, row]) => row.owner === 'gateway' && row.callers.includes('person'))
  expect(own.map(([name]) => name).sort()).toEqual([
    'accounts.close',
    'accounts.get',
    'assistants.list',
    'assistants.revoke',
    'audit.list',
    'guests.claim',
    'keys.create',
    'keys.list',
    'keys.revoke',
    'oauthClients.create',
    'oauthClients.delete',
    'oauthClients.list',
    'usage.get',
  ])
})
