import { randomUUID } from 'node:crypto'
import type { PaymentProviderName } from '@rts/shared/contract/rows/billing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NoticeRefused } from '../src/billing/providers/provider.ts'
import { type Desk, startDesk } from './support/payment-desk.ts'

const start = new Date('2027-03-10T09:00:00.000Z')
let desk: Desk
beforeAll(async () => {
  desk = await startDesk(start)
})
beforeEach(async () => {
  await desk.reset()
  desk.notices()
  desk.unread()
})
afterAll(() => desk.stop())

const dayMinutes = 1_440
/** An order with its page, and what its provider has named. */
async function opened(name: PaymentProviderName, email = 'owner@shop.example') {
  const orderId = randomUUID()
  const expiresAt = new Date(desk.clock.now().getTime() + dayMinutes * 60_000)
  const provider = desk.providers[name]
  const page = await provider.open({
    orderId,
    amountIdr: 299_000,
    title: 'Starter, 1 month',
    email,
    expiresAt,
    returnUrl: `${desk.shopUrl}/orders/${orderId}`,
    notifyUrl: `${desk.shopUrl}/webhooks/${name}`,
  })
  const refs = new Set([page.ref])
  return {
    orderId,
    page,
    expiresAt,
    provider,
    /** Takes the notices that came, and keeps the ids that they name. */
    hear() {
      for (const notice of desk.notices()) {
        const read = provider.readNotice(notice)
        expect(read.orderId).toBe(orderId)
        for (const ref of read.refs) refs.add(ref)
      }
    },
    poll: (isPaid = false) => provider.poll({ orderId, refs: [...refs], isPaid }),
    cancel: () => provider.cancel({ orderId, refs: [...refs], isPaid: false }),
    refund: (paymentId: string, amountIdr: number, key = `k-${amountIdr}`) =>
      provider.refund({ orderId, refs: [...refs], isPaid: true, paymentId, amountIdr, key }),
    name: (ref: string) => refs.add(ref),
  }
}
const paid = { status: 'paid', amount: 299_000, currency: 'IDR' }
/** An order that was paid in time, with the id of its payment. */
async function bought(name: PaymentProviderName, method = 'qris') {
  const order = await opened(name)
  await desk.deal(order.orderId, { do: 'pay', method, notices: 'once' })
  order.hear()
  const [seen] = await order.poll()
  expect(seen).toMatchObject(paid)
  return { ...order, paymentId: seen?.paymentId ?? '' }
}

describe.each([
  ['midtrans', [{ status: 'pending' }]],
  ['xendit', []],
] as const)('a payment at %s', (name, chosen) => {
  it.each(['qris', 'bca_va', 'gopay'])('by %s is found by the order, though no notice came', async (method) => {
    const order = await opened(name)
    await desk.deal(order.orderId, { do: 'choose', method })
    expect(await order.poll()).toMatchObject(chosen)
    await desk.deal(order.orderId, { do: 'pay', method })
    expect(await order.poll()).toMatchObject([paid])
  })
})

describe('a payment at Midtrans', () => {
  it('by DANA is found by its transaction, which its notice names, and given back', async () => {
    const order = await bought('midtrans', 'dana')
    expect(await order.refund(order.paymentId, 299_000)).toBe('done')
    expect(await order.poll()).toMatchObject([{ status: 'refunded', refunded: 299_000 }])
  })

  it('can be made as long as the order is open and not longer, however late its method is chosen', async () => {
    const order = await opened('midtrans')
    desk.later(600)
    await desk.deal(order.orderId, { do: 'choose', method: 'bca_va' })
    const [page] = await desk.pagesOf(order.orderId)
    expect(new Date(page.attempts[0].expiresAt)).toEqual(order.expiresAt)
  })
})

describe('a notice of Midtrans', () => {
  it.each([{}, { signatureSecret: 'a-second-secret' }])(
    'signed with the server key or the second secret: %j',
    async (rules) => {
      await desk.rules(rules)
      const order = await opened('midtrans')
      await desk.deal(order.orderId, { do: 'pay', notices: 'once' })
      order.hear()
      expect(await order.poll()).toMatchObject([paid])
    },
  )

  it('signed with neither is refused', async () => {
    await desk.rules({ signatureSecret: 'a-third-secret' })
    const order = await opened('midtrans')
    await desk.deal(order.orderId, { do: 'pay', notices: 'once' })
    expect(() => order.hear()).toThrow(NoticeRefused)
  })
})

describe('a page at Xendit', () => {
  it('is opened though the merchant has not activated every channel, and whatever the address is', async () => {
    await desk.rules({ inactive: ['OVO', 'MANDIRI_VIRTUAL_ACCOUNT'] })
    const email = `${'long'.repeat(15)}@shop.example`
    expect((await opened('xendit', email)).page.payUrl).toContain('/pay/xendit/')
  })

  it('that may not be open as long as the order ends earlier, is said to, and can be cancelled after it', async () => {
    await desk.rules({ longestMinutes: 120 })
    const order = await opened('xendit')
    expect(order.page.expiresAt).toEqual(new Date(desk.clock.now().getTime() + 30 * 60_000))
    desk.later(31)
    expect(await order.cancel()).toBe('cancelled')
  })

  it('that is paid already is not cancelled', async () => {
    const order = await bought('xendit')
    expect(await order.cancel()).toBe('in_progress')
  })
})

describe('a payment at Xendit', () => {
  it.each([true, false])(
    'in time is found by its session, whether it has the order’s reference: %s',
    async (paymentsNameOrder) => {
      await desk.rules({ paymentsNameOrder })
      const order = await opened('xendit')
      await desk.deal(order.orderId, { do: 'pay' })
      expect(await order.poll()).toMatchObject([paid])
    },
  )

  it('after the end of its session is found by the payment that its notice names', async () => {
    const order = await opened('xendit')
    await desk.deal(order.orderId, { do: 'choose', method: 'bca_va' })
    desk.later(dayMinutes + 1)
    await desk.deal(order.orderId, { do: 'pay', method: 'bca_va', notices: 'once' })
    expect(await order.poll()).toEqual([])
    order.hear()
    expect(await order.poll()).toMatchObject([paid])
  })

  it('of another order is not believed to be this one’s, whatever a notice names', async () => {
    const [order, other] = [await opened('xendit'), await bought('xendit')]
    order.name(`py.${other.paymentId}`)
    expect(await order.poll()).toEqual([])
  })

  it('is seen though the list of refunds fails; what was given back is then not known', async () => {
    const order = await bought('xendit')
    await desk.fail('xendit', 'http500', { path: '/refunds' })
    expect(await order.poll(true)).toMatchObject([{ ...paid, refunded: null }])
  })

  it('has the refunds of its own request and no others, over all pages of the list, once it counts as paid', async () => {
    const others = [await bought('xendit'), await bought('xendit'), await bought('xendit')]
    const order = await bought('xendit')
    await desk.deal(order.orderId, { do: 'refund', amount: 100_000 })
    for (const other of others)
      for (let i = 0; i < 40; i++) await desk.deal(other.orderId, { do: 'refund', amount: 1_000 })
    expect(await order.poll(true)).toMatchObject([{ status: 'paid', refunded: 100_000 }])
    expect(await order.poll()).toMatchObject([{ status: 'paid', refunded: null }])
    await desk.deal(order.orderId, { do: 'refund' })
    expect(await order.poll(true)).toMatchObject([{ status: 'refunded', refunded: 299_000 }])
  })
})

describe('a refund', () => {
  it.each([
    ['midtrans', 'insufficient', 'later'],
    ['midtrans', 'pending', 'pending'],
    ['midtrans', 'unavailable', 'unknown'],
    ['xendit', 'insufficient', 'later'],
    ['xendit', 'unavailable', 'later'],
    ['xendit', 'in_progress', 'pending'],
    ['xendit', 'pending', 'pending'],
  ] as const)('at %s that is %s there is %s here', async (name, refunds, outcome) => {
    const order = await bought(name)
    await desk.rules({ refunds })
    expect(await order.refund(order.paymentId, 299_000)).toBe(outcome)
    expect(desk.unread()).toEqual([])
  })

  it.each(['midtrans', 'xendit'] as const)('of a virtual account is not possible at %s', async (name) => {
    const order = await bought(name, 'bca_va')
    expect(await order.refund(order.paymentId, 299_000)).toBe('unsupported')
  })

  it.each(['midtrans', 'xendit'] as const)(
    'at %s whose answer is lost is unknown, and counts once when it is repeated',
    async (name) => {
      const order = await bought(name)
      // At Xendit the refunds are listed before another one is made.
      await desk.fail(name, 'lost', { path: '/refund', every: name === 'xendit' ? 2 : 1 })
      expect(await order.refund(order.paymentId, 100_000)).toBe('unknown')
      await desk.fail(name, 'slow')
      await order.refund(order.paymentId, 100_000)
      expect(await order.poll(true)).toMatchObject([{ refunded: 100_000 }])
    },
  )

  it('at Xendit that failed in the end is made when it is asked for again', async () => {
    const order = await bought('xendit')
    await desk.rules({ refunds: 'pending' })
    expect(await order.refund(order.paymentId, 299_000)).toBe('pending')
    expect(await order.refund(order.paymentId, 299_000)).toBe('pending')
    await desk.deal(order.orderId, { do: 'failRefund', notices: 'once' })
    order.hear()
    expect(await order.poll(true)).toMatchObject([{ status: 'paid', refunded: 0 }])
    await desk.rules({})
    expect(await order.refund(order.paymentId, 299_000)).toBe('done')
    expect(await order.refund(order.paymentId, 299_000)).toBe('done')
    expect(await order.poll(true)).toMatchObject([{ status: 'refunded', refunded: 299_000 }])
  })
})

describe('an answer that cannot be read', () => {
  it.each(['midtrans', 'xendit'] as const)(
    'of %s leaves the order undecided, and names provider and field',
    async (name) => {
      const order = await bought(name)
      await desk.fail(name, 'garbage')
      await expect(order.poll()).rejects.toThrow(name)
      expect(desk.unread()).toEqual([{ provider: name, field: 'body', status: 200 }])
      expect(await order.poll()).toMatchObject([paid])
    },
  )
})
