import { randomUUID } from 'node:crypto'
import { freePort } from '@rts/local/ports'
import { until } from '@rts/local/testing/until'
import { type RunningSandbox, startSandbox } from '@rts/sandbox/start'
import type { Reply } from './browser.ts'
import { newOwner, type TestMember } from './team.ts'
import { startWorld, type World } from './world.ts'

const secret = 'signs-the-sessions-of-tests-of-teams'
const dayMs = 86_400_000
type Env = Record<string, string>
export type Deal = { do: string; method?: string; amount?: number; notices?: string; page?: number }
export type Shop = Awaited<ReturnType<typeof startShop>>

/** A world with payment providers: the sandbox plays them, and the test moves the calendar. */
export async function startShop(env: Env = {}, { inProcesses = false } = {}) {
  let aheadMs = 0
  const calendar = { now: () => new Date(Date.now() + aheadMs) }
  const sandbox: RunningSandbox = await startSandbox({ clock: calendar.now })
  const gatewayPort = String(await freePort())
  // Notices come where people come: the public address is the gateway’s.
  const publicUrl = `http://127.0.0.1:${gatewayPort}`
  const variables = {
    AUTH_SECRET: secret,
    PUBLIC_URL: publicUrl,
    SUPPORT_EMAIL: 'support@shop.example',
    PAYMENT_TIMEOUT_MS: '5000',
    PAYMENT_PROVIDER: 'midtrans',
    PRICES_FILE: new URL('../../../../deploy/prices.json', import.meta.url).pathname,
    MIDTRANS_SERVER_KEY: 'sandbox',
    MIDTRANS_SNAP_URL: `${sandbox.url}/midtrans`,
    MIDTRANS_API_URL: `${sandbox.url}/midtrans`,
    XENDIT_SECRET_KEY: 'sandbox',
    XENDIT_CALLBACK_TOKEN: 'sandbox',
    XENDIT_BASE_URL: `${sandbox.url}/xendit`,
    ...env,
  }
  const world = await startWorld(variables, { inProcesses, gatewayPort, ...(inProcesses ? {} : { calendar }) })
  const control = async (path: string, body: unknown) => {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const reply = await fetch(`${sandbox.url}/control/${path}`, sent)
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
    const answer: any = await reply.json()
    if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  return {
    ...world,
    world,
    sandbox,
    publicUrl,
    calendar,
    later: (days: number) => {
      aheadMs += days * dayMs
    },
    control,
    /** The pages of an order, as the provider keeps them. */
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
    pagesOf: async (orderId: string): Promise<any> =>
      (await fetch(`${sandbox.url}/control/payments?orderId=${orderId}`)).json(),
    /** The requests to a provider since a moment. */
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
    callsOf: async (provider: string, since: string): Promise<any> =>
      (await fetch(`${sandbox.url}/control/calls?provider=${provider}&since=${since}`)).json(),
    /** An event at the provider, and how it sends its notice. */
    deal: (orderId: string, deal: Deal) => control('payments', { orderId, ...deal }),
    fail: (provider: string, mode: string, times = 1) => control('fail', { provider, mode, times }),
    async stop() {
      await world.stop()
      await sandbox.close()
    },
  }
}

/** An owner whose account is on Free. */
export const newBuyer = (shop: Shop, plan: 'free' | 'starter' = 'free') => newOwner(shop.world, plan)

/** The body of an order as the plan's page would send it. A plan that is not sold has any price. */
export async function quoteOf(by: TestMember, plan = 'starter', months = 1) {
  const { quotedAt, offers } = await subscriptionOf(by)
  const offer = offers.find((each: { plan: string }) => each.plan === plan)
  const price = offer.prices.find((each: { months: number }) => each.months === months)
  return { plan, months, quotedAt, dueIdr: price?.dueIdr ?? 0 }
}

export const order = async (by: TestMember, plan = 'starter', months = 1): Promise<Reply> =>
  by.op('orders.create', { body: await quoteOf(by, plan, months) })

/** Orders a plan; answers the order. */
export async function ordered(by: TestMember, plan = 'starter', months = 1) {
  const reply = await order(by, plan, months)
  if (reply.status !== 200) throw new Error(`orders.create: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body.order
}

export const orderOf = async (by: TestMember, orderId: string) =>
  (await by.op('orders.get', { params: { orderId } })).body.order
export const subscriptionOf = async (by: TestMember) =>
  (await by.op('subscriptions.get', { params: { accountId: by.accountId } })).body

/** Waits until an order has a status, as its row says: reading it as a person would have the provider asked. */
export function whenOrder({ database }: Pick<World, 'database'>, orderId: string, status: string) {
  return until(
    `order ${orderId} to be ${status}`,
    async () => {
      const { rows } = await database.pool.query('SELECT * FROM billing_order WHERE id = $1', [orderId])
      return rows[0]?.status === status ? rows[0] : undefined
    },
    60_000,
  )
}

/** Makes the poll of an order due, as the clock would. */
export const pollNow = ({ database, calendar }: Pick<Shop, 'database' | 'calendar'>, orderId: string) =>
  database.pool.query('UPDATE billing_order SET poll_at = $2 WHERE id = $1', [orderId, calendar.now()])

/** Waits for a letter with these words. */
export const letterWith = ({ letters }: Pick<World, 'letters'>, to: string, words: string) =>
  until(`a letter to ${to} with “${words}”`, () => letters(to).find((letter) => letter.includes(words)))

/** Waits until the gateway gives an account a plan. */
export function whenPlan({ operator }: Pick<World, 'operator'>, { accountId }: { accountId: string }, plan: string) {
  return until(`the account to be on ${plan}`, async () => {
    const { account } = await operator.call('accounts.get', { params: { accountId } })
    return account.plan === plan ? account : undefined
  })
}

/** Orders and pays a plan, and waits until it is there. */
export async function bought(shop: Shop, by: TestMember, plan = 'starter', months = 1) {
  const made = await ordered(by, plan, months)
  if (made.status === 'open') await shop.deal(made.id, { do: 'pay' })
  await whenOrder(shop, made.id, 'paid')
  await whenPlan(shop, by, plan)
  return orderOf(by, made.id)
}

/** A server key of the account, and a call with it. */
export async function restOf(shop: Shop, { accountId }: { accountId: string }) {
  const params = { accountId }
  const { secret: key } = await shop.operator.call('keys.create', {
    params,
    body: { name: `k${randomUUID().slice(0, 6)}` },
  })
  return async () => {
    const reply = await fetch(`${shop.url}/http/v1/team`, { headers: { authorization: `Bearer ${key}` } })
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
    return (await reply.json()) as any
  }
}

/** Rows of a table about an order. */
export const rowsOf = async ({ database }: Pick<World, 'database'>, table: string, orderId: string) =>
  (await database.pool.query(`SELECT * FROM ${table} WHERE order_id = $1`, [orderId])).rows
