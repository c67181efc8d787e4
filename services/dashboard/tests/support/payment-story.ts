import { createHash, randomUUID } from 'node:crypto'
import { createTestDatabase } from '@rts/local/testing/database'
import type { PaymentProviderName } from '@rts/shared/contract/rows/billing'
import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import { testSecrets } from '@rts/shared/testing/secrets'
import fc from 'fast-check'
import { inject } from 'vitest'
import { createBillingLetters } from '../../src/billing/letters.ts'
import { insertOrder, type Order, requireOrder } from '../../src/billing/orders.sql.ts'
import { paymentsOf } from '../../src/billing/payments.sql.ts'
import { createPolling } from '../../src/billing/polling.ts'
import { claimNext, takeNotice } from '../../src/billing/polls.sql.ts'
import { NoticeRefused } from '../../src/billing/providers/provider.ts'
import { createSettlement } from '../../src/billing/settlement.ts'
import { createSubscriptions } from '../../src/billing/subscriptions.ts'
import { createPost, inviteTokens } from '../../src/letters/letters.ts'
import { type Desk, type Notice, startDesk } from './payment-desk.ts'

const start = new Date('2027-03-10T09:00:00.000Z')
const amount = 299_000
const faults = ['http500', 'garbage', 'empty', 'rate', 'lost', 'timeout'] as const
const refundRules = ['done', 'pending', 'in_progress', 'insufficient', 'unavailable'] as const
const methods = ['qris', 'bca_va', 'gopay'] as const

/** How a notice arrives: never, so many times at once, or with the next `late` step. */
const arrival = fc.constantFrom('lost', 'once', 'twice', 'late')
const method = fc.constantFrom(...methods)
/** Steps of people, providers, support and time. */
export const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ does: fc.constant('choose'), method, arrival }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('pay'), method, arrival, page: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('deny'), method, arrival }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('late') }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('forge'), how: fc.constantFrom('key', 'status', 'payment') }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('poll'), replicas: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('wait'), minutes: fc.constantFrom(1, 31, 700, 1_500) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('fail'),
      mode: fc.constantFrom(...faults),
      times: fc.integer({ min: 1, max: 3 }),
      path: fc.constantFrom(undefined, '/refund', 'status', '/v3/', 'cancel'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('cancel') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('refund'),
      part: fc.option(fc.constantFrom(1, 100_000)),
      rule: fc.constantFrom(...refundRules),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('endRefund'), fails: fc.boolean(), arrival }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('shopRefund'), part: fc.option(fc.constant(50_000)), arrival }),
  },
)
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
export type Setting = { provider: PaymentProviderName; paymentsNameOrder: boolean; longestMinutes: number | null }
export type Stage = Awaited<ReturnType<typeof startStage>>

/** Orders on the real store, at providers that the sandbox plays, with a clock of the test; every poll is a call. */
export async function startStage() {
  const database = await createTestDatabase(inject('postgresUrl'), 'dashboard')
  const desk = await startDesk(start, 250)
  const { clock, logger } = desk
  const publicUrl = desk.shopUrl
  const mail = createPost(
    { pool: database.pool, clock, logger },
    {
      PUBLIC_URL: publicUrl,
      ...testSecrets,
      DATA_DIR: '/nowhere',
      MAIL_FROM: 'a@shop.example',
    },
  )
  const letters = createBillingLetters({
    compose: mail.compose,
    tokens: inviteTokens('secret'),
    publicUrl,
    supportEmail: undefined,
    logger,
  })
  const subscriptions = createSubscriptions(database.pool, letters)
  const settlement = createSettlement({ database: database.pool, subscriptions, letters, seller: ['A shop'] })
  const pageOf = ({ id, provider }: Order) => ({
    title: 'Starter, 1 month',
    returnUrl: `${publicUrl}/orders/${id}`,
    notifyUrl: `${publicUrl}/webhooks/${provider}`,
  })
  const parts = { database: database.pool, settlement, providers: desk.providers, pageOf, clock, logger }
  const polling = createPolling(parts)
  return {
    pool: database.pool,
    desk,
    polling,
    async poll() {
      const due = await claimNext(database.pool, 4, clock.now())
      await Promise.all(due.map((order) => polling.run(order)))
    },
    async stop() {
      await desk.stop()
      await database.drop()
    },
  }
}

/** Tells one story of one order; answers it with all that was asked of it. */
export async function tell(stage: Stage, { provider, ...rules }: Setting, steps: readonly Step[]) {
  const { desk, pool, polling } = stage
  await desk.reset()
  await desk.rules(rules)
  const accountId = randomUUID()
  const now = desk.clock.now()
  const made = await inTransaction(pool, (tx) =>
    insertOrder(tx, {
      accountId,
      email: `${'owner'.repeat(11)}@shop.example`,
      kind: 'new',
      plan: 'starter',
      months: 1,
      currency: 'IDR',
      price: amount,
      amount,
      status: 'draft',
      provider,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 86_400_000),
      pollAt: new Date(now.getTime() + 60_000),
    }),
  )
  const { id } = made
  await polling.openNow(made)
  const order = () => requireOrder(pool, accountId, id)
  const held: Notice[] = []
  /** Payments that some notice has named. */
  const noticed = new Set<string>()

  async function take(notice: Notice): Promise<void> {
    try {
      const read = desk.providers[provider].readNotice(notice)
      await takeNotice(pool, provider, read, desk.clock.now())
      const { transaction_id: transactionId, data } = JSON.parse(String(notice.body))
      noticed.add(String(transactionId ?? data.payment_id))
    } catch (error) {
      if (!(error instanceof NoticeRefused)) throw error
    }
  }
  async function arrive(how: string): Promise<void> {
    const notices = desk.notices()
    if (how === 'late') held.push(...notices)
    if (how === 'once') for (const notice of notices) await take(notice)
    // Twice, from behind, and at once.
    if (how === 'twice') await Promise.all([...notices, ...notices].reverse().map(take))
  }
  const attempts = async (): Promise<Attempt[]> =>
    (await desk.pagesOf(id)).flatMap((page: { attempts: Attempt[] }) => page.attempts)
  const deal = async (action: Parameters<Desk['deal']>[1], how: string) => {
    const pages = (await desk.pagesOf(id)).length
    const isPaidThere = provider === 'midtrans' && (await attempts()).some(({ status }) => status === 'paid')
    // Midtrans takes one payment for an order.
    if (pages === 0 || (isPaidThere && ['choose', 'pay', 'deny'].includes(action.do))) return
    const page = action.page === undefined ? {} : { page: action.page % pages }
    await desk.deal(id, { ...action, ...page, notices: 'once' })
    await arrive(how)
  }

  async function act(step: Step): Promise<void> {
    switch (step.does) {
      case 'choose':
      case 'deny':
        return deal({ do: step.does, method: step.method }, step.arrival)
      case 'pay':
        return deal({ do: 'pay', method: step.method, page: step.page }, step.arrival)
      case 'late':
        return void (await Promise.all(held.splice(0).reverse().map(take)))
      case 'forge':
        return forge(step.how)
      case 'poll':
        await pool.query('UPDATE billing_order SET poll_at = $2 WHERE id = $1', [id, desk.clock.now()])
        return void (await Promise.all(Array.from({ length: step.replicas }, stage.poll)))
      case 'wait':
        return desk.later(step.minutes)
      case 'fail': {
        const { mode, times, path } = step
        return void (await desk.fail(provider, mode, path === undefined ? { times } : { times, path }))
      }
      case 'cancel':
        return refusable(async () => polling.cancel(await order()))
      case 'refund':
        return refund(step.part, step.rule)
      case 'endRefund':
        return deal({ do: step.fails ? 'failRefund' : 'endRefund' }, step.arrival)
      case 'shopRefund':
        return deal(step.part === null ? { do: 'refund' } : { do: 'refund', amount: step.part }, step.arrival)
      default: {
        const missing: never = step
        throw new Error(`no such step: ${missing}`)
      }
    }
  }

  /** A forged notice: signed with another key, with another status, or about a payment of somebody else. */
  async function forge(how: 'key' | 'status' | 'payment'): Promise<void> {
    const key = how === 'key' ? 'another' : 'sandbox'
    const paymentId = how === 'payment' ? randomUUID() : 'p'
    const signed = createHash('sha512').update(`${id}200${amount}.00${key}`).digest('hex')
    const notice =
      provider === 'midtrans'
        ? {
            order_id: id,
            status_code: '200',
            gross_amount: `${amount}.00`,
            signature_key: signed,
            transaction_id: paymentId,
          }
        : { event: 'payment.capture', data: { reference_id: id, payment_id: paymentId, status: 'SUCCEEDED' } }
    await take({ provider, headers: { 'x-callback-token': key }, body: Buffer.from(JSON.stringify(notice)) })
  }

  /** Support gives a payment back, as often as the answer says to try again. */
  async function refund(part: number | null, rule: string): Promise<void> {
    const paid = (await paymentsOf(pool, [id])).find(({ status }) => status === 'paid')
    if (!paid) return
    await desk.rules({ ...rules, refunds: rule })
    const left = paid.amount - paid.refunded
    await refusable(async () => polling.refund(await order(), paid, Math.min(part ?? left, left)))
    await desk.rules(rules)
  }

  const refunded = new Map<string, number>()
  /** Nothing that was given back is ever unseen. */
  async function watch(): Promise<void> {
    for (const payment of await paymentsOf(pool, [id])) {
      const before = refunded.get(payment.paymentId) ?? 0
      if (payment.refunded < before) throw new Error(`refunded ${before}, then ${payment.refunded}`)
      refunded.set(payment.paymentId, payment.refunded)
    }
  }
  for (const each of steps) {
    await act(each)
    await watch()
  }
  await quieten()
  return { order: await order(), payments: await paymentsOf(pool, [id]), attempts: await attempts(), noticed }

  /** All that is under way ends, and time goes on until no poll is due any more. */
  async function quieten(): Promise<void> {
    await desk.unfail(provider)
    await deal({ do: 'endRefund' }, 'lost')
    await act({ does: 'late' })
    for (let halfDays = 0; halfDays < 20; halfDays++) {
      await stage.poll()
      desk.later(720)
    }
    await pool.query('UPDATE billing_order SET poll_at = NULL WHERE id = $1', [id])
    desk.unread()
  }
}

/** A payment as the provider keeps it. */
export type Attempt = {
  id: string
  method: string
  status: string
  amount: number
  isLate: boolean
  refunds: { amount: number; status: string }[]
}

async function refusable(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
}
