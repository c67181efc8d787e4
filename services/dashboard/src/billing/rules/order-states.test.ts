import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge, type KnownPayment, type OrderFacts, type OrderStatus, type Sighting } from './order-states.ts'

const now = new Date('2027-03-10T09:00:00.000Z')
const later = new Date(now.getTime() + 86_400_000)
const order = (status: OrderStatus, more: Partial<OrderFacts> = {}): OrderFacts => ({
  status,
  amount: 299_000,
  currency: 'IDR',
  expiresAt: later,
  isClosed: false,
  ...more,
})
const seen = (status: Sighting['status'], more: Partial<Sighting> = {}): Sighting => ({
  paymentId: 'p1',
  method: 'qris',
  status,
  amount: 299_000,
  currency: 'IDR',
  refunded: 0,
  at: now,
  ...more,
})
const known = (
  role: KnownPayment['role'],
  status: KnownPayment['status'] = 'paid',
  paymentId = 'p1',
): KnownPayment[] => [{ paymentId, role, status, refunded: 0 }]

describe('an order', () => {
  it.each(['draft', 'open', 'expired', 'cancelled', 'failed'] as const)(
    'that is %s is paid by the exact sum',
    (status) => {
      expect(judge(order(status), [], [seen('paid')], now)).toMatchObject({
        status: 'paid',
        paidBy: { paymentId: 'p1' },
        method: 'qris',
      })
    },
  )

  it.each([
    ['a rupiah less', { amount: 298_999 }, 'amount'],
    ['a rupiah more', { amount: 299_001 }, 'amount'],
    ['a sum that is no number', { amount: Number.NaN }, 'amount'],
    ['another currency', { currency: 'USD' }, 'currency'],
  ])('goes to review for %s, and nothing is given', (_what, more, reason) => {
    const verdict = judge(order('open'), [], [seen('paid', more)], now)
    expect(verdict).toMatchObject({ status: 'review', paidBy: null, reviews: [{ reason }] })
  })

  it('of a closed account goes to review', () => {
    expect(judge(order('cancelled', { isClosed: true }), [], [seen('paid')], now)).toMatchObject({
      status: 'review',
      paidBy: null,
      reviews: [{ reason: 'account_closed' }],
    })
  })

  it('that is paid takes another payment as surplus, once', () => {
    const second = seen('paid', { paymentId: 'p2' })
    const verdict = judge(order('paid'), known('order'), [seen('paid'), second], now)
    expect(verdict).toMatchObject({ status: 'paid', paidBy: null, surplus: [second] })
    const again = judge(
      order('paid'),
      [...known('order'), ...known('surplus', 'paid', 'p2')],
      [seen('paid'), second],
      now,
    )
    expect(again).toMatchObject({ status: 'paid', surplus: [], paidBy: null })
  })

  it('that is seen with two payments at once is paid by the earlier one', () => {
    const early = seen('paid', { paymentId: 'p2', at: new Date(now.getTime() - 1) })
    expect(judge(order('open'), [], [seen('paid'), early], now)).toMatchObject({
      status: 'paid',
      paidBy: { paymentId: 'p2' },
      surplus: [{ paymentId: 'p1' }],
    })
  })

  it('past its end without a payment is expired, and open while a payment may still come', () => {
    expect(judge(order('open'), [], [], later).status).toBe('expired')
    expect(judge(order('open'), [], [seen('failed')], new Date(later.getTime() - 1)).status).toBe('open')
    expect(judge(order('open'), [], [seen('pending')], now)).toMatchObject({
      status: 'open',
      isPending: true,
      method: 'qris',
    })
  })

  it('whose payment is given back ends; a part of it changes nothing', () => {
    for (const status of ['paid', 'refunding'] as const)
      expect(judge(order(status), known('order'), [seen('refunded')], now)).toMatchObject({
        status: 'refunded',
        isTakenBack: true,
      })
    const part = judge(order('paid'), known('order'), [seen('paid', { refunded: 100_000 })], now)
    expect(part).toMatchObject({ status: 'paid', isTakenBack: false })
    expect(judge(order('refunded'), known('order', 'refunded'), [seen('refunded')], now).isTakenBack).toBe(false)
  })
})

describe('what was seen to be given back', () => {
  it.each([
    ['says that nothing was', seen('paid')],
    ['does not say', seen('paid', { refunded: null })],
  ])('stays so when a later answer %s', (_what, later) => {
    const whole = [{ paymentId: 'p1', role: 'surplus', status: 'refunded', refunded: 299_000 }] as const
    expect(judge(order('paid'), whole, [later], now)).toMatchObject({
      payments: [{ status: 'refunded', refunded: 299_000 }],
      surplusBack: [],
    })
    const part = [{ paymentId: 'p1', role: 'order', status: 'paid', refunded: 100_000 }] as const
    expect(judge(order('paid'), part, [later], now).payments).toMatchObject([{ status: 'paid', refunded: 100_000 }])
  })
})

describe('whatever a provider says, and how often', () => {
  const sightings = fc.array(
    fc.record({
      paymentId: fc.constantFrom('p1', 'p2', 'p3'),
      method: fc.constant('qris'),
      status: fc.constantFrom<Sighting['status']>('pending', 'paid', 'failed', 'refunded'),
      amount: fc.constantFrom(299_000, 298_999),
      currency: fc.constantFrom('IDR', 'USD'),
      refunded: fc.constant(0),
      at: fc.integer({ min: 0, max: 5 }).map((s) => new Date(now.getTime() + s * 1_000)),
    }),
    { maxLength: 12 },
  )
  const statuses = fc.constantFrom<OrderStatus>('draft', 'open', 'expired', 'cancelled', 'failed')

  it('an order is paid once, by a payment that fits, and every other payment that was made is accounted for once', () => {
    fc.assert(
      fc.property(statuses, fc.array(sightings, { maxLength: 5 }), (first, looks) => {
        let status = first
        const payments = new Map<string, KnownPayment>()
        const counted = new Map<string, number>()
        let paid = 0
        for (const look of looks) {
          const verdict = judge(order(status), [...payments.values()], look, now)
          status = verdict.status
          for (const payment of verdict.payments) payments.set(payment.paymentId, payment)
          if (verdict.paidBy) {
            paid++
            expect(verdict.paidBy).toMatchObject({ amount: 299_000, currency: 'IDR' })
          }
          const events = [verdict.paidBy, ...verdict.surplus, ...verdict.reviews.map(({ payment }) => payment)]
          for (const one of events) if (one) counted.set(one.paymentId, (counted.get(one.paymentId) ?? 0) + 1)
        }
        expect(paid).toBeLessThanOrEqual(1)
        for (const times of counted.values()) expect(times).toBe(1)
        for (const { paymentId, role } of payments.values()) expect(counted.has(paymentId)).toBe(role !== 'attempt')
      }),
    )
  })
})
