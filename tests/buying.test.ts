import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newLogin } from './support/person.ts'
import { joinSystem } from './support/shared-system.ts'
import { at, restClient, type TestSystem } from './support/system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await joinSystem()
})
afterAll(() => system.remove())

/** Somebody who has just signed in, as their page calls. */
async function newPerson() {
  const { appUrl } = system.connection
  const login = newLogin()
  await system.operator.call('persons.create', { body: { ...login, name: 'Ada' } })
  const headers: Record<string, string> = { origin: appUrl, 'content-type': 'application/json' }
  const post = async (target: string, body: unknown) => {
    const reply = await fetch(appUrl + target, { method: 'POST', headers, body: JSON.stringify(body) })
    const cookie = reply.headers.get('set-cookie')?.split(';')[0]
    if (cookie) headers.cookie = cookie
    return { status: reply.status, body: Object(await reply.json()) }
  }
  expect((await post('/auth/sign-in', login)).status).toBe(200)
  const accountId = await until('the account', async () => (await post('/api/session', {})).body.accountId ?? undefined)
  return { accountId: String(accountId), op: (name: string, input: unknown) => post(`/api/op/${name}`, input) }
}

it.each(['qris', 'bca_va', 'gopay'])(
  'a new person buys Starter on the page by %s: a hundred calls a day and tags at once',
  async (method) => {
    const { accountId, op } = await newPerson()
    const params = { accountId }
    const { secret } = await system.operator.call('keys.create', { params, body: { name: 'mine' } })
    const rest = restClient(system.connection.baseUrl, secret)
    const site = { name: 'Mine', domain: 'example.org', tags: ['shop'] }
    expect(await rest('POST', '/projects', site)).toMatchObject({ status: 402, body: { code: 'plan_required' } })
    const { quotedAt } = (await op('subscriptions.get', { params })).body
    const body = { plan: 'starter', months: 1, quotedAt, dueIdr: 299_000 }
    const { order } = (await op('orders.create', { body })).body
    expect(order).toMatchObject({ status: 'open', amount: 299_000 })
    const press = (fields: Record<string, string>) =>
      fetch(order.payUrl, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
    expect((await press({ do: 'choose', method })).status).toBe(303)
    const paid = await press({ do: 'pay' })
    expect(paid.headers.get('location')).toContain(`${system.connection.appUrl}/orders/${order.id}?`)
    await until('the order to be paid', async () => {
      const seen = await op('orders.get', { params: { orderId: order.id } })
      return seen.body.order.status === 'paid'
    })
    await until(
      'the plan',
      async () => (await system.operator.call('accounts.get', { params })).account.plan === 'starter',
    )
    expect(await rest('POST', '/projects', site)).toMatchObject({ status: 200, body: { allowance: { limit: 100 } } })
    expect(at((await op('subscriptions.get', { params })).body, 'plan')).toBe('starter')
    expect((await op('receipts.get', { params: { orderId: order.id } })).body.receipt.total).toBe(299_000)
  },
)

it('no key of a payment provider is in a log', () => {
  const folder = path.join(system.folder, 'logs')
  const logs = readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('')
  for (const secret of [Buffer.from('sandbox:').toString('base64'), 'signature_key', 'callback-token'])
    expect(logs).not.toContain(secret)
})
