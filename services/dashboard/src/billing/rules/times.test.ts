import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysAfter, type Period, planStateOf } from './periods.ts'
import { dueReminder, nextOpenPoll, nextReminder, nextTry } from './times.ts'

const createdAt = new Date('2027-03-10T09:00:00.000Z')
const minutes = (count: number) => new Date(createdAt.getTime() + count * 60_000)
const made = { createdAt, expiresAt: daysAfter(createdAt, 1) }

describe('an order is looked at', () => {
  it('after one, five and thirty minutes, then hourly, at its end, then daily for seven days', () => {
    const polls: string[] = []
    let at: Date | null = createdAt
    while (at) {
      at = nextOpenPoll(made, at)
      if (at) polls.push(((at.getTime() - createdAt.getTime()) / 60_000).toString())
    }
    const hourly = Array.from({ length: 23 }, (_, i) => String(90 + i * 60))
    const daily = Array.from({ length: 7 }, (_, i) => String(1_440 * (i + 2)))
    expect(polls).toEqual(['1', '5', '30', ...hourly, '1440', ...daily])
  })

  it('ever later, and at last never, wherever one begins', () => {
    fc.assert(
      fc.property(fc.nat(12 * 1_440), (late) => {
        const now = minutes(late)
        const next = nextOpenPoll(made, now)
        if (late >= 8 * 1_440) expect(next).toBeNull()
        else expect(next?.getTime()).toBeGreaterThan(now.getTime())
      }),
    )
  })

  it('after a failure soon, and hourly at the latest', () => {
    const waits = [0, 1, 2, 6, 50].map((fails) => (nextTry(fails, createdAt).getTime() - createdAt.getTime()) / 60_000)
    expect(waits).toEqual([1, 2, 4, 60, 60])
  })
})

describe('an owner is reminded', () => {
  const endsAt = daysAfter(createdAt, 30)
  const period: Period = {
    orderId: 'o',
    plan: 'starter',
    months: 1,
    currency: 'IDR',
    price: 1,
    anchorDay: 10,
    isCut: false,
    startsAt: createdAt,
    endsAt,
  }
  const at = (days: number) => planStateOf([period], null, daysAfter(endsAt, -days))

  it('seven, three, one and no days before the end, once each', () => {
    const sent: number[] = []
    let reminded: { paidUntil: Date; days: number } | null = null
    for (let hour = 0; hour <= 33 * 24; hour++) {
      const now = new Date(createdAt.getTime() + hour * 3_600_000)
      const days = dueReminder(planStateOf([period], null, now), reminded, now)
      if (days === null) continue
      sent.push(days)
      reminded = { paidUntil: endsAt, days }
    }
    expect(sent).toEqual([7, 3, 1, 0])
  })

  it('of several that were missed by the last one alone, and again for another end', () => {
    expect(dueReminder(at(2), null, daysAfter(endsAt, -2))).toBe(3)
    expect(dueReminder(at(2), { paidUntil: createdAt, days: 0 }, daysAfter(endsAt, -2))).toBe(3)
    expect(nextReminder(at(2), daysAfter(endsAt, -2))).toEqual(daysAfter(endsAt, -1))
    expect(nextReminder(at(0), endsAt)).toBeNull()
  })
})
