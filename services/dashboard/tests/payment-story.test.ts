import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Attempt, type Setting, type Stage, type Step, startStage, step, tell } from './support/payment-story.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())

const setting: fc.Arbitrary<Setting> = fc.record({
  provider: fc.constantFrom('midtrans', 'xendit'),
  paymentsNameOrder: fc.boolean(),
  longestMinutes: fc.constantFrom(null, 120),
})
const givenBack = ({ refunds }: Attempt) =>
  refunds.filter(({ status }) => status === 'SUCCEEDED').reduce((sum, { amount }) => sum + amount, 0)

/** A payment after its session's end is named by its notice alone (`docs/internals/provider-evidence.md`). */
function isFindable({ provider, paymentsNameOrder }: Setting, { id, isLate }: Attempt, noticed: ReadonlySet<string>) {
  return provider === 'midtrans' || !isLate || (paymentsNameOrder && noticed.has(id))
}

async function expectExact(given: Setting, steps: readonly Step[]) {
  const { order, payments, attempts, noticed } = await tell(stage, given, steps)

  const made = attempts.filter(({ status }) => status === 'paid').filter((each) => isFindable(given, each, noticed))
  const counted = payments.filter(({ role }) => role !== 'attempt')
  // A payment that was made and given back before anybody looked was never the shop's.
  const known = new Map(payments.map((payment) => [payment.paymentId, payment]))
  for (const attempt of made) {
    const payment = known.get(attempt.id)
    expect(payment).toMatchObject({ amount: attempt.amount, refunded: givenBack(attempt) })
    expect(payment?.role === 'attempt' && payment.status !== 'refunded').toBe(false)
  }
  expect(counted.filter(({ role }) => role === 'order').length).toBe(Math.min(1, counted.length))
  const { rows } = await stage.pool.query(
    `SELECT (SELECT count(*) FROM receipt WHERE order_id = $1)::int AS receipts,
       (SELECT coalesce(sum(amount), 0) FROM credit_entry WHERE order_id = $1)::int AS credit`,
    [order.id],
  )
  const surplus = counted.filter(({ role, status }) => role === 'surplus' && status === 'paid')
  expect(rows).toEqual([{ receipts: Math.min(1, counted.length), credit: surplus.length * order.amount }])
  const payer = counted.find(({ role }) => role === 'order')
  if (payer?.status === 'refunded') expect(order.status).toBe('refunded')
  else if (payer) expect(['paid', 'refunding']).toContain(order.status)
  else expect(['open', 'draft', 'paid', 'refunding', 'refunded', 'review']).not.toContain(order.status)
}

it('a payment that was made is seen and counts once, and so does what was given back, whatever is lost, late, repeated, forged or refused', async () => {
  await fc.assert(fc.asyncProperty(setting, fc.array(step, { minLength: 1, maxLength: 10 }), expectExact), {
    numRuns: runs(60),
    endOnFailure: true,
  })
})
