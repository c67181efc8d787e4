import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bought,
  letterWith,
  newBuyer,
  order,
  ordered,
  orderOf,
  pollNow,
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
let xendit: Shop
beforeAll(async () => {
  shop = await startShop()
  xendit = await startShop({ PAYMENT_PROVIDER: 'xendit' })
})
afterAll(() => Promise.all([shop.stop(), xendit.stop()]))

describe.each([
  { provider: 'midtrans', at: () => shop, isPending: true },
  // It tells of a payment once it is made.
  { provider: 'xendit', at: () => xendit, isPending: false },
])('an order at $provider', ({ provider, at, isPending }) => {
  it('is paid: from the page to the plan, the limit over REST, the receipt and the log', async () => {
    const owner = await newBuyer(at())
    const rest = await restOf(at(), owner)
    expect((await rest()).allowance.limit).toBe(20)
    const before = { plan: 'free', paidUntil: null, openOrderId: null, checkout: provider, isSandbox: true }
    expect(await subscriptionOf(owner)).toMatchObject(before)
    const made = await ordered(owner)
    const asked = { status: 'open', kind: 'new', amount: 299_000, credit: 0, currency: 'IDR', provider }
    expect(made).toMatchObject(asked)
    expect(made.payUrl).toContain(`${at().sandbox.url}/pay/${provider}/`)
    await at().deal(made.id, { do: 'choose', method: 'bca_va' })
    if (isPending) await until('the payment to be seen', async () => (await orderOf(owner, made.id)).isPending)
    await at().deal(made.id, { do: 'pay', method: 'bca_va', notices: 'twice' })
    await whenOrder(at(), made.id, 'paid')
    await whenPlan(at(), owner, 'starter')
    expect((await rest()).allowance.limit).toBe(100)
    const paid = await orderOf(owner, made.id)
    const receiptNumber = expect.stringMatching(/^\d{6}$/)
    expect(paid).toMatchObject({ status: 'paid', payUrl: null, isPending: false, receiptNumber })
    const after = { plan: 'starter', paidUntil: paid.endsAt, months: 1, isInGrace: false }
    expect(await subscriptionOf(owner)).toMatchObject(after)
    const { receipt } = (await owner.op('receipts.get', { params: { orderId: made.id } })).body
    expect(receipt).toMatchObject({ number: paid.receiptNumber, total: 299_000, buyer: { email: owner.email } })
    await letterWith(at(), owner.email, `Receipt ${receipt.number}`)
    const audit = await at().operator.call('audit.list', { params: { accountId: owner.accountId }, query: {} })
    const detail = { from: 'free', to: 'starter', order: made.id }
    expect(audit.entries[0]).toMatchObject({ action: 'plan.changed', detail })
    expect(await rowsOf(at(), 'payment', made.id)).toMatchObject([{ status: 'paid', role: 'order' }])
    expect(await rowsOf(at(), 'receipt', made.id)).toHaveLength(1)
  })

  it('whose answer was lost gets a second page, and is paid on the first, of which we never heard', async () => {
    const owner = await newBuyer(at())
    await at().fail(provider, 'lost')
    const made = await ordered(owner)
    expect(made).toMatchObject({ status: 'draft', payUrl: null })
    await pollNow(at(), made.id)
    await whenOrder(at(), made.id, 'open')
    // The person had opened it: its notice names it.
    await at().deal(made.id, { do: 'pay', page: 0 })
    await whenOrder(at(), made.id, 'paid')
    expect(await rowsOf(at(), 'payment', made.id)).toHaveLength(1)
  })

  it('that was cancelled, and is paid on the page that was open, is honoured; given back in full, the plan ends', async () => {
    const owner = await newBuyer(at())
    const made = await ordered(owner)
    const cancelled = (await owner.op('orders.cancel', { params: { orderId: made.id } })).body.order
    expect(cancelled).toMatchObject({ status: 'cancelled', payUrl: null })
    await at().deal(made.id, { do: 'pay' })
    await whenOrder(at(), made.id, 'paid')
    await whenPlan(at(), owner, 'starter')
    const { order: refunded } = await at().operator.call('orders.refund', { params: { orderId: made.id }, body: {} })
    expect(refunded).toMatchObject({ status: 'refunded', payments: [{ status: 'refunded', refunded: 299_000 }] })
    await whenPlan(at(), owner, 'free')
  })
})

it('two pages, both paid: one pays the order, the other is kept as credit, and the buyer hears of it', async () => {
  const owner = await newBuyer(xendit)
  await xendit.fail('xendit', 'lost')
  const made = await ordered(owner)
  await pollNow(xendit, made.id)
  await whenOrder(xendit, made.id, 'open')
  await xendit.deal(made.id, { do: 'pay', method: 'qris', page: 0 })
  await whenOrder(xendit, made.id, 'paid')
  await xendit.deal(made.id, { do: 'pay', method: 'bca_va', page: 1, notices: 'ten' })
  await letterWith(xendit, owner.email, 'You have paid twice')
  expect((await rowsOf(xendit, 'payment', made.id)).map(({ role }) => role).sort()).toEqual(['order', 'surplus'])
  expect(await rowsOf(xendit, 'credit_entry', made.id)).toMatchObject([{ amount: '299000', reason: 'surplus' }])
  expect(await rowsOf(xendit, 'receipt', made.id)).toHaveLength(1)
  expect((await subscriptionOf(owner)).balanceIdr).toBe(299_000)
  // It pays for the next order, once.
  const next = await ordered(owner, 'growth')
  expect({ amount: next.amount + next.credit, status: next.status }).toEqual({ amount: 799_000, status: 'open' })
  expect(next.credit).toBeGreaterThan(590_000)
  expect((await subscriptionOf(owner)).balanceIdr).toBe(299_000)
  await xendit.deal(next.id, { do: 'pay' })
  await whenOrder(xendit, next.id, 'paid')
  expect((await subscriptionOf(owner)).balanceIdr).toBe(0)
})

it('a double click makes one order, and another plan beside it is refused', async () => {
  const owner = await newBuyer(shop)
  const replies = await Promise.all([order(owner), order(owner)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(new Set(replies.map(({ body }) => body.order.id)).size).toBe(1)
  expect(replies.map(({ body }) => body.created).sort()).toEqual([false, true])
  expect(await order(owner, 'growth')).toMatchObject({ status: 409, body: { code: 'conflict' } })
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
