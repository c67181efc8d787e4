import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditOf, dueFor } from './offers.ts'
import { monthsAfter, type Period } from './periods.ts'

const at = (text: string) => new Date(text)
const period = (startsAt: string, endsAt: string, price = 299_000, more: Partial<Period> = {}): Period => ({
  orderId: 'o',
  plan: 'starter',
  months: 1,
  currency: 'IDR',
  price,
  anchorDay: 1,
  isCut: false,
  startsAt: at(startsAt),
  endsAt: at(endsAt),
  ...more,
})
const instants = fc.date({ min: at('2000-01-01'), max: at('2100-01-01'), noInvalidDate: true })

describe('a month', () => {
  it.each([
    ['2027-01-31T10:20:30.456Z', 1, 31, '2027-02-28T10:20:30.456Z'],
    ['2027-02-28T10:20:30.456Z', 1, 31, '2027-03-31T10:20:30.456Z'],
    ['2028-01-31T00:00:00.000Z', 1, 31, '2028-02-29T00:00:00.000Z'],
    ['2028-02-29T23:59:59.999Z', 12, 29, '2029-02-28T23:59:59.999Z'],
    ['2029-02-28T23:59:59.999Z', 12, 29, '2030-02-28T23:59:59.999Z'],
    ['2031-02-28T00:00:00.000Z', 12, 29, '2032-02-29T00:00:00.000Z'],
    ['2026-12-15T08:00:00.000Z', 1, 15, '2027-01-15T08:00:00.000Z'],
  ])('from %s, %i later, anchored to the %i: %s', (from, months, anchor, to) => {
    expect(monthsAfter(at(from), months, anchor).toISOString()).toBe(to)
  })

  it('is never shorter than 28 days nor longer than 31, whatever it begins with, and keeps the time of day', () => {
    fc.assert(
      fc.property(instants, (from) => {
        const to = monthsAfter(from, 1, from.getUTCDate())
        const days = (to.getTime() - from.getTime()) / 86_400_000
        expect(days).toBeGreaterThanOrEqual(28)
        expect(days).toBeLessThanOrEqual(31)
        expect(Number.isInteger(days)).toBe(true)
      }),
    )
  })

  it('twelve renewals from the 31st end on the 31st', () => {
    let end = at('2026-12-31T12:00:00.000Z')
    for (let i = 0; i < 12; i++) end = monthsAfter(end, 1, 31)
    expect(end.toISOString()).toBe('2027-12-31T12:00:00.000Z')
  })
})

describe('credit', () => {
  const month = period('2027-01-01T00:00:00.000Z', '2027-01-31T00:00:00.000Z', 2_592_000)

  it('counts whole seconds that are left, rounded down', () => {
    // Thirty days have 2,592,000 seconds: a rupiah each.
    expect(creditOf([month], at('2027-01-01T00:00:00.000Z'))).toBe(2_592_000)
    expect(creditOf([month], at('2027-01-01T00:00:00.001Z'))).toBe(2_591_999)
    expect(creditOf([month], at('2027-01-01T00:00:01.000Z'))).toBe(2_591_999)
    expect(creditOf([month], at('2027-01-30T23:59:59.000Z'))).toBe(1)
    expect(creditOf([month], at('2027-01-30T23:59:59.001Z'))).toBe(0)
    expect(creditOf([month], at('2027-01-31T00:00:00.000Z'))).toBe(0)
  })

  it('is the whole price of what has not begun, and nothing for dollars', () => {
    expect(creditOf([period('2027-02-01T00:00:00Z', '2027-03-01T00:00:00Z')], at('2027-01-10T00:00:00Z'))).toBe(299_000)
    expect(creditOf([{ ...month, currency: 'USD' }], at('2027-01-01T00:00:00Z'))).toBe(0)
  })

  it('is exact for sums beyond 2^31, and beyond what a double could multiply', () => {
    const year = period('2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z', 9_999_999_999)
    const now = at('2027-07-02T12:00:00.000Z')
    expect(creditOf([year], now)).toBe(Number((9_999_999_999n * 15_768_000n) / 31_536_000n))
  })

  it('is never more than the price, and never grows with time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 10_000_000_000 }),
        fc.nat(40 * 86_400_000),
        fc.nat(86_400_000),
        (price, ms, more) => {
          const one = { ...month, price }
          const early = new Date(month.startsAt.getTime() + ms)
          const credit = creditOf([one], early)
          expect(credit).toBeGreaterThanOrEqual(0)
          expect(credit).toBeLessThanOrEqual(price)
          expect(creditOf([one], new Date(early.getTime() + more))).toBeLessThanOrEqual(credit)
        },
      ),
    )
  })
})

describe('what is due', () => {
  it('is the price without what is left, and nothing below ten thousand', () => {
    expect(dueFor(299_000, 0, 0)).toEqual({ due: 299_000, credit: 0, fromBalance: 0 })
    expect(dueFor(799_000, 149_500, 0)).toEqual({ due: 649_500, credit: 149_500, fromBalance: 0 })
    expect(dueFor(299_000, 289_000, 0)).toEqual({ due: 10_000, credit: 289_000, fromBalance: 0 })
    expect(dueFor(299_000, 289_001, 0)).toEqual({ due: 0, credit: 289_001, fromBalance: 0 })
    expect(dueFor(299_000, 100_000, 50_000)).toEqual({ due: 149_000, credit: 150_000, fromBalance: 50_000 })
    expect(dueFor(299_000, 0, -5)).toEqual({ due: 299_000, credit: 0, fromBalance: 0 })
  })

  it('with the credit is the price, or the rest is too little to be paid', () => {
    const sums = fc.nat(10_000_000)
    fc.assert(
      fc.property(sums, sums, sums, (price, left, balance) => {
        const { due, credit, fromBalance } = dueFor(price, left, balance)
        expect(credit).toBeLessThanOrEqual(price)
        expect(fromBalance).toBeLessThanOrEqual(balance)
        const rest = price - credit
        expect(due === rest || (due === 0 && rest < 10_000)).toBe(true)
      }),
    )
  })
})
