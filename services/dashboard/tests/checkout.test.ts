import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bought,
  newBuyer,
  order,
  ordered,
  orderOf,
  quoteOf,
  restOf,
  rowsOf,
  type Shop,
  startShop,
  subscriptionOf,
  whenOrder,
  whenPlan,
} from './support/till.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

describe('paying an order', () => {
  it.each(['qris', 'bca_va', 'gopay'])(
    'by %s, from the page to the plan, the receipt and the limit over REST',
    async (method) => {
      const owner = await newBuyer(shop)
      const rest = await restOf(shop, owner)
      expect((await rest()).allowance.limit).toBe(20)
      const before = await subscriptionOf(owner)
      expect(before).toMatchObject({
        plan: 'free',
        paidUntil: null,
        openOrderId: null,
        checkout: 'midtrans',
        isSandbox: true,
      })
      const made = await ordered(owner)
      expect(made).toMatchObject({ status: 'open', kind: 'new', amount: 299_000, credit: 0, currency: 'IDR' })
      expect(made.payUrl).toContain(`${shop.sandbox.url}/pay/midtrans/`)
      await shop.deal(made.id, { do: 'choose', method })
      await until('the payment to be seen', async () => (await orderOf(owner, made.id)).isPending)
      await shop.deal(made.id, { do: 'pay', method })
      await whenOrder(shop, made.id, 'paid')
      await whenPlan(shop, owner, 'starter')
      expect((await rest()).allowance.limit).toBe(100)
      const paid = await orderOf(owner, made.id)
      expect(paid).toMatchObject({
        status: 'paid',
        payUrl: null,
        isPending: false,
        receiptNumber: expect.stringMatching(/^\d{6}$/),
      })
      expect(await subscriptionOf(owner)).toMatchObject({
        plan: 'starter',
        paidUntil: paid.endsAt,
        months: 1,
        isInGrace: false,
      })
      const { receipt } = (await owner.op('receipts.get', { params: { orderId: made.id } })).body
      expect(receipt).toMatchObject({ number: paid.receiptNumber, total: 299_000, buyer: { email: owner.email } })
      await until('the receipt by mail', () =>
        shop.letters(owner.email).some((letter) => letter.includes(`Receipt ${receipt.number}`)),
      )
      const audit = await shop.operator.call('audit.list', { params: { accountId: owner.accountId }, query: {} })
      expect(audit.entries[0]).toMatchObject({
        action: 'plan.changed',
        detail: { from: 'free', to: 'starter', order: made.id },
      })
      expect(await rowsOf(shop, 'payment', made.id)).toMatchObject([{ status: 'paid', role: 'order' }])
    },
  )

  it('a double click makes one order, and another plan beside it is refused', async () => {
    const owner = await newBuyer(shop)
    const replies = await Promise.all([order(owner), order(owner)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(replies.map(({ body }) => body.order.id)).size).toBe(1)
    expect(replies.map(({ body }) => body.created).sort()).toEqual([false, true])
    expect(await order(owner, 'growth')).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })
})

it('an upgrade is paid with what is left of the old plan, and counts at once', async () => {
  const owner = await newBuyer(shop)
  const rest = await restOf(shop, owner)
  await bought(shop, owner, 'starter')
  const { offers } = await subscriptionOf(owner)
  const growth = offers.find(({ plan }: { plan: string }) => plan === 'growth').prices[0]
  expect(growth).toMatchObject({ kind: 'upgrade', amountIdr: 799_000 })
  // A few seconds of the month are over.
  expect(growth.creditIdr).toBeGreaterThan(298_000)
  expect(growth.creditIdr).toBeLessThanOrEqual(299_000)
  expect(growth.dueIdr).toBe(799_000 - growth.creditIdr)
  expect(offers[0]).toMatchObject({ plan: 'free', isDowngrade: true, prices: [] })
  const upgraded = await bought(shop, owner, 'growth')
  expect(upgraded).toMatchObject({ kind: 'upgrade', status: 'paid' })
  expect((await rest()).allowance.limit).toBe(400)
  expect(await subscriptionOf(owner)).toMatchObject({ plan: 'growth', paidUntil: upgraded.endsAt })
})

describe('the price that was shown', () => {
  const minutes = (count: number) => shop.later(count / 1_440)
  const send = (by: Awaited<ReturnType<typeof newBuyer>>, body: object) => by.op('orders.create', { body })

  it('is the price that is charged, by the order, the payment page and the receipt, for fifteen minutes', async () => {
    const owner = await newBuyer(shop)
    await bought(shop, owner, 'starter')
    const quote = await quoteOf(owner, 'growth')
    minutes(10)
    // Computed again it would be another one: the credit has shrunk.
    expect((await quoteOf(owner, 'growth')).dueIdr).toBeGreaterThan(quote.dueIdr)
    const { order: made } = (await send(owner, quote)).body
    expect(made).toMatchObject({ amount: quote.dueIdr, status: 'open' })
    expect((await shop.pagesOf(made.id)).pages).toMatchObject([{ amount: quote.dueIdr }])
    await shop.deal(made.id, { do: 'pay' })
    await whenOrder(shop, made.id, 'paid')
    const { receipt } = (await owner.op('receipts.get', { params: { orderId: made.id } })).body
    expect(receipt.total).toBe(quote.dueIdr)
  })

  it('is refused once it has expired, and nothing is ordered; the new one is taken', async () => {
    const owner = await newBuyer(shop)
    await bought(shop, owner, 'starter')
    const quote = await quoteOf(owner, 'growth')
    minutes(16)
    expect(await send(owner, quote)).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    expect((await subscriptionOf(owner)).openOrderId).toBeNull()
    const fresh = await quoteOf(owner, 'growth')
    expect(fresh.dueIdr).toBeGreaterThan(quote.dueIdr)
    expect((await send(owner, fresh)).body.order.amount).toBe(fresh.dueIdr)
  })

  it('is never what the client says: an amount, a moment ahead or one long ago of its own is refused', async () => {
    const owner = await newBuyer(shop)
    await bought(shop, owner, 'starter')
    const quote = await quoteOf(owner, 'growth')
    const forged = [
      { dueIdr: quote.dueIdr - 1 },
      { dueIdr: 0 },
      { quotedAt: new Date(shop.calendar.now().getTime() + 86_400_000).toISOString(), dueIdr: 0 },
      { quotedAt: '2020-01-01T00:00:00.000Z', dueIdr: 500_000 },
    ]
    for (const part of forged)
      expect(await send(owner, { ...quote, ...part })).toMatchObject({ status: 409, body: { code: 'price_changed' } })
  })

  it('that has not changed is taken after an hour too', async () => {
    const owner = await newBuyer(shop)
    const quote = await quoteOf(owner)
    minutes(60)
    expect((await send(owner, quote)).body).toMatchObject({ created: true, order: { amount: 299_000 } })
  })
})
