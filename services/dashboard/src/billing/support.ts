import { AppError, invalidField } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { faults } from '@rts/shared/texts/faults'
import { inAccount, lockAccount } from '../accounts/accounts.ts'
import type { Parts } from '../parts.ts'
import { accountOfOrder, findOpenOrder, insertOrder, listOrders, lockOrder } from './orders.sql.ts'
import { pageOf, toRow, toSupportRow } from './orders.ts'
import { acceptPayment, insertTransfer, type Payment, paymentsOf } from './payments.sql.ts'
import type { Polling } from './polling.ts'
import type { Months, PaidPlan } from './rules/offers.ts'
import type { Settlement } from './settlement.ts'
import { isClosed } from './subscriptions.sql.ts'

type SupportDeps = Pick<Parts, 'database' | 'accountOf' | 'clock'> & {
  settlement: Settlement
  polling: Pick<Polling, 'refund'>
}
type Invoice = { accountId: string; email: string; plan: PaidPlan; months: Months; usdCents: number }

/** Orders of all accounts, for support. */
export function supportHandlers({ database, settlement, polling, accountOf, clock }: SupportDeps) {
  const listed = async (id: string) => {
    const [order] = await listOrders(database, { orderId: id }, null, 1)
    if (!order) throw new AppError('not_found', 'No such order')
    return { order, payments: await paymentsOf(database, [id]) }
  }
  const answer = async (id: string) => {
    const { order, payments } = await listed(id)
    return { order: toSupportRow(order, payments) }
  }
  return {
    'allOrders.list': async ({ query: { limit, cursor, ...filter } }) => {
      const { page, total, nextCursor } = await pageOf(database, filter, { limit, cursor })
      const ids = page.map(({ id }) => id)
      const payments = await paymentsOf(database, ids)
      return { orders: page.map((order) => toSupportRow(order, payments)), total, nextCursor }
    },
    'invoices.create': async ({ body }) => {
      const { email } = await accountOf(body.accountId)
      const { order, created } = await createInvoice(database, { ...body, email }, clock.now())
      return { order: toRow(order), created }
    },
    'orders.settle': async ({ params: { orderId }, body: { reference } }) => {
      await settleByHand(database, settlement, { orderId, reference, now: clock.now() })
      return answer(orderId)
    },
    'orders.refund': async ({ params: { orderId }, body: { amount, paymentId, reference } }) => {
      const { order, payments } = await listed(orderId)
      const payment = paymentToRefund(payments, paymentId)
      const part = amountToRefund(payment, amount)
      if (reference === undefined) {
        await polling.refund(order, payment, part)
      } else {
        const isWhole = payment.refunded + part === payment.amount
        const status = isWhole ? ('refunded' as const) : ('paid' as const)
        const sightings = [{ ...payment, status, refunded: payment.refunded + part }]
        await settlement.apply({ orderId, provider: payment.provider, sightings, now: clock.now() })
      }
      return answer(orderId)
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
}

/** Makes an order that support invoices; the open one for the same is answered as it is. Throws `conflict`. */
function createInvoice(database: Database, { usdCents, ...invoice }: Invoice, now: Date) {
  return inAccount(database, invoice.accountId, async (tx) => {
    const open = await findOpenOrder(tx, invoice.accountId, { isInvoice: true })
    if (open?.plan === invoice.plan && open.months === invoice.months && open.amount === usdCents)
      return { order: open, created: false }
    if (open)
      throw new AppError('conflict', `The account has another open invoice, ${open.id}: settle it or cancel it first`)
    const order = await insertOrder(tx, {
      ...invoice,
      kind: 'invoice',
      currency: 'USD',
      price: usdCents,
      amount: usdCents,
      status: 'open',
      createdAt: now,
    })
    return { order, created: true }
  })
}

/**
 * Settles an order by hand; one in review by the payment that it is in review for. The same reference again
 * changes nothing. Throws `not_found`, `conflict`.
 */
function settleByHand(
  database: Database,
  settlement: Settlement,
  { orderId, reference, now }: { orderId: string; reference: string; now: Date },
): Promise<void> {
  return inTransaction(database, async (tx) => {
    await lockAccount(tx, await accountOfOrder(tx, orderId))
    const order = await lockOrder(tx, orderId)
    const payments = await paymentsOf(tx, [orderId])
    if (payments.some(({ paymentId, provider }) => paymentId === reference && provider === 'manual')) return
    if (order.status === 'paid' || order.status === 'refunding' || order.status === 'refunded')
      throw new AppError('conflict', `This order is ${order.status} already`)
    if (await isClosed(tx, order.accountId))
      throw new AppError('conflict', 'The account of this order is closed: send the money back')
    const inReview = payments.findLast(({ role, status }) => role === 'review' && status === 'paid')
    if (inReview) await acceptPayment(tx, inReview)
    else await insertTransfer(tx, order, reference, now)
    await settlement.settle(tx, order, { method: inReview?.method ?? 'transfer' }, now)
  })
}

/** Throws `conflict`. */
function paymentToRefund(payments: readonly Payment[], paymentId: string | undefined): Payment {
  const paid = payments.filter(({ status }) => status === 'paid')
  const found =
    paymentId === undefined
      ? (paid.find(({ role }) => role === 'order') ?? paid[0])
      : paid.find((payment) => payment.paymentId === paymentId)
  if (found) return found
  throw new AppError('conflict', 'This order has no such payment that could be given back')
}

function amountToRefund({ amount, refunded }: Payment, asked: number | undefined): number {
  const left = amount - refunded
  if (asked !== undefined && asked > left) throw invalidField('amount', faults.moreThanPaid({ left }))
  return asked ?? left
}
