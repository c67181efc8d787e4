import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { lockAccount } from '../accounts/accounts.ts'
import type { BillingLetters } from './letters.ts'
import { accountOfOrder, lockOrder, type Order, storeVerdict } from './orders.sql.ts'
import { insertReceipt, nextReceiptNumber, paymentsOf, storePayment } from './payments.sql.ts'
import { creditOf } from './rules/offers.ts'
import { judge, type Sighting, type Verdict } from './rules/order-states.ts'
import { cutAt, spanOf, startsNow, takenBack } from './rules/periods.ts'
import { receiptOf, type Seller } from './rules/receipt.ts'
import { addCredit, isClosed, periodsOf, storeNextPlan, storePaid, storePeriods } from './subscriptions.sql.ts'
import { addressOf, moneyOf, type Subscriptions } from './subscriptions.ts'

export type Settlement = ReturnType<typeof createSettlement>
type SettlementDeps = {
  database: Database
  subscriptions: Pick<Subscriptions, 'restate'>
  letters: Pick<BillingLetters, 'receipt' | 'surplus' | 'review'>
  seller: Seller
}
/** A report of an order's payments; `provider` is `manual` for one by support. */
export type Report = { orderId: string; provider: string; sightings: readonly Sighting[]; now: Date }

/** Settles and takes back orders, in the transaction that records the payment, under the account’s lock. */
export function createSettlement({ database, subscriptions, letters, seller }: SettlementDeps) {
  /** Applies a report. The same report again, on any replica, changes nothing. */
  async function apply(tx: Transaction, { orderId, provider, sightings, now }: Report): Promise<Order> {
    await lockAccount(tx, await accountOfOrder(tx, orderId))
    const order = await lockOrder(tx, orderId)
    const facts = { ...order, isClosed: await isClosed(tx, order.accountId) }
    const verdict = judge(facts, await paymentsOf(tx, [orderId]), sightings, now)
    for (const payment of verdict.payments) await storePayment(tx, orderId, provider, payment)
    await storeVerdict(tx, orderId, verdict, now)
    await act(tx, order, verdict, now)
    return lockOrder(tx, orderId)
  }

  async function act(tx: Transaction, order: Order, verdict: Verdict, now: Date): Promise<void> {
    if (verdict.paidBy) await settle(tx, order, verdict.paidBy, now)
    if (verdict.isTakenBack) await takeBack(tx, order, now)
    for (const payment of verdict.surplus) {
      if (payment.currency === 'IDR') await addCredit(tx, order, payment.amount, 'surplus', now)
      await letters.surplus(tx, order, await addressOf(tx, order), payment)
    }
    for (const payment of verdict.surplusBack)
      if (payment.currency === 'IDR') await addCredit(tx, order, -payment.amount, 'surplus_back', now)
    for (const { payment, reason } of verdict.reviews) await letters.review(tx, order, payment, reason)
  }

  /** Gives the order's period, which begins now or after the paid ones. */
  async function settle(tx: Transaction, order: Order, { method }: { method: string }, now: Date): Promise<void> {
    const { accountId, id } = order
    const { periods, planState } = await moneyOf(tx, accountId, now)
    const span = spanOf(periods, planState, order, now)
    if (startsNow(planState, order)) {
      // The unused rest value of the old plan is kept as credit.
      const left = creditOf(periods, now) - (order.credit - order.fromBalance)
      await addCredit(tx, order, Math.max(0, left), 'left', now)
      await storePeriods(tx, periods, cutAt(periods, now))
    }
    await addCredit(tx, order, -order.fromBalance, 'used', now)
    await storePaid(tx, id, { ...span, method, paidAt: now })
    await storeNextPlan(tx, accountId, null)
    const email = await addressOf(tx, order)
    const receipt = receiptOf(await nextReceiptNumber(tx), seller, { ...order, ...span, email, method }, now)
    await insertReceipt(tx, order, receipt, now)
    await letters.receipt(tx, order, { to: email, number: receipt.number, endsAt: span.endsAt, paidAt: now })
    await subscriptions.restate(tx, accountId, now)
  }

  /** Ends a refunded order's period, and returns the credit that it used. */
  async function takeBack(tx: Transaction, order: Order, now: Date): Promise<void> {
    const periods = await periodsOf(tx, order.accountId)
    await storePeriods(tx, periods, takenBack(periods, order.id, now))
    await addCredit(tx, order, order.credit, 'refund', now)
    await subscriptions.restate(tx, order.accountId, now)
  }

  return {
    settle,
    apply: (report: Report): Promise<Order> => inTransaction(database, (tx) => apply(tx, report)),
  }
}
