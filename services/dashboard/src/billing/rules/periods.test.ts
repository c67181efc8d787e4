import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutAt, daysAfter, type Period, planStateOf, spanOf, takenBack } from './periods.ts'

const start = new Date('2027-03-10T09:00:00.000Z')
let ids = 0
const give = (periods: Period[], plan: Period['plan'], months: number, now: Date): Period[] => {
  const planState = planStateOf(periods, null, now)
  const span = spanOf(periods, planState, { plan, months }, now)
  const kept = span.startsAt.getTime() === now.getTime() ? cutAt(periods, now) : periods
  return [...kept, { orderId: `o${ids++}`, plan, months, currency: 'IDR', price: 299_000, isCut: false, ...span }]
}
const month = give([], 'starter', 1, start)
const end = new Date('2027-04-10T09:00:00.000Z')

describe('what an account has', () => {
  it('is the plan until the very moment at which it ends, then seven days more, then Free', () => {
    expect(planStateOf(month, null, start)).toMatchObject({ plan: 'starter', paidUntil: end, isInGrace: false })
    expect(planStateOf(month, null, new Date(end.getTime() - 1))).toMatchObject({ plan: 'starter', isInGrace: false })
    expect(planStateOf(month, null, end)).toMatchObject({
      plan: 'starter',
      isInGrace: true,
      changesAt: daysAfter(end, 7),
    })
    expect(planStateOf(month, null, new Date(daysAfter(end, 7).getTime() - 1)).plan).toBe('starter')
    expect(planStateOf(month, null, daysAfter(end, 7))).toMatchObject({ plan: 'free', paidUntil: null, period: null })
  })

  it('is the lower plan from the end on, and Free without grace where that was chosen', () => {
    const growth = give([], 'growth', 1, start)
    expect(planStateOf(growth, 'starter', new Date(end.getTime() - 1)).plan).toBe('growth')
    expect(planStateOf(growth, 'starter', end)).toMatchObject({ plan: 'starter', isInGrace: true })
    expect(planStateOf(growth, 'free', end)).toMatchObject({ plan: 'free', period: null })
  })

  it('is extended from its end by a renewal, also by one in grace', () => {
    for (const now of [daysAfter(end, -14), daysAfter(end, -1), end, daysAfter(end, 6.99)]) {
      const renewed = give(month, 'starter', 1, now)
      expect(renewed.at(-1)).toMatchObject({ startsAt: end, endsAt: new Date('2027-05-10T09:00:00.000Z') })
    }
  })

  it('begins anew once the grace is over', () => {
    const now = daysAfter(end, 7)
    expect(give(month, 'starter', 1, now).at(-1)).toMatchObject({ startsAt: now })
  })

  it('a higher plan begins at once and ends what was there; a lower one that is paid late follows', () => {
    const now = daysAfter(start, 10)
    const upgraded = give(month, 'growth', 1, now)
    expect(upgraded.map(({ plan, startsAt, endsAt }) => [plan, startsAt, endsAt])).toEqual([
      ['starter', start, now],
      ['growth', now, new Date('2027-04-20T09:00:00.000Z')],
    ])
    const late = give(upgraded, 'starter', 1, daysAfter(start, 11))
    expect(late.at(-1)).toMatchObject({ startsAt: new Date('2027-04-20T09:00:00.000Z') })
    expect(planStateOf(late, null, daysAfter(start, 12))).toMatchObject({
      plan: 'growth',
      paidUntil: late.at(-1)?.endsAt,
    })
  })

  it('a renewal from the 31st goes on from the 31st', () => {
    const first = give([], 'starter', 1, new Date('2027-01-31T00:00:00Z'))
    const second = give(first, 'starter', 1, new Date('2027-02-20T00:00:00Z'))
    expect(second.map(({ endsAt }) => endsAt.toISOString().slice(0, 10))).toEqual(['2027-02-28', '2027-03-31'])
  })
})

describe('what was paid back', () => {
  it('ends where it began, without grace', () => {
    const back = takenBack(month, month[0]?.orderId ?? '', daysAfter(start, 3))
    expect(planStateOf(back, null, daysAfter(start, 3))).toMatchObject({ plan: 'free', period: null })
  })

  it('was a higher plan: what it replaced is not there again, and has no grace either', () => {
    const now = daysAfter(start, 10)
    const upgraded = give(month, 'growth', 1, now)
    const back = takenBack(upgraded, upgraded[1]?.orderId ?? '', now)
    expect(planStateOf(back, null, now)).toMatchObject({ plan: 'free', period: null })
  })

  it('has what follows it move up, so that there is no hole', () => {
    const two = give(month, 'starter', 1, daysAfter(end, -2))
    const now = daysAfter(end, -2)
    const back = takenBack(two, two[0]?.orderId ?? '', now)
    expect(back[1]?.startsAt).toEqual(now)
    expect(planStateOf(back, null, now).plan).toBe('starter')
  })
})

describe('whatever is bought, and whenever', () => {
  const changes = fc.array(
    fc.record({
      plan: fc.constantFrom('starter', 'growth', 'agency', 'scale'),
      months: fc.constantFrom(1, 12),
      days: fc.integer({ min: 0, max: 60 }),
    }),
    { maxLength: 8 },
  )
  it('periods never overlap, and a purchase never lowers a plan that is paid for', () => {
    fc.assert(
      fc.property(changes, (all) => {
        let [periods, now]: [Period[], Date] = [[], start]
        for (const { plan, months, days } of all) {
          now = daysAfter(now, days)
          const before = planStateOf(periods, null, now)
          periods = give(periods, plan as Period['plan'], months, now)
          const after = planStateOf(periods, null, now)
          const ranks = ['free', 'starter', 'growth', 'agency', 'scale']
          // Grace is not paid for: it gives way to whatever is.
          if (!before.isInGrace) expect(ranks.indexOf(after.plan)).toBeGreaterThanOrEqual(ranks.indexOf(before.plan))
          expect(after.paidUntil?.getTime() ?? 0).toBeGreaterThan(now.getTime())
        }
        const live = periods
          .filter(({ startsAt, endsAt }) => startsAt < endsAt)
          .sort((a, b) => +a.startsAt - +b.startsAt)
        for (const [i, { endsAt }] of live.slice(0, -1).entries())
          expect(+endsAt).toBeLessThanOrEqual(+(live[i + 1]?.startsAt ?? 0))
      }),
    )
  })
})
