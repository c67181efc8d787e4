import type { Clock } from '@rts/shared/clock'
import { AppError, invalidField } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { AccountOf } from '../domain/open-account.ts'
import type { Checkout } from './checkout.ts'
import type { HandStore } from './manual-orders.ts'
import { presentListed, presentOrder } from './order-row.ts'
import type { OrderStore } from './ordering.ts'
import type { Payment } from './orders.sql.ts'
import { pageOf } from './orders.ts'
import type { LookStore } from './polls.sql.ts'

type Served = Pick<
  ServiceHandlers<'dashboard'>,
  'allOrders.list' | 'invoices.create' | 'orders.settle' | 'orders.refund'
>
export type AllOrdersDeps = {
  orders: Pick<OrderStore, 'list' | 'count' | 'payments' | 'invoice'>
  looks: Pick<LookStore, 'apply'>
  hand: Pick<HandStore, 'settle' | 'refunding'>
  checkout: Checkout
  accountOf: AccountOf
  clock: Clock
}

/** Orders of all accounts, for support. */
export function allOrderHandlers({ orders, looks, hand, checkout, accountOf, clock }: AllOrdersDeps): Served {
  const listed = async (id: string) => {
    const [order] = await orders.list({ orderId: id }, null, 1)
    if (!order) throw new AppError('not_found', 'No such order')
    return { order, payments: await orders.payments([id]) }
  }
  const answer = async (id: string) => {
    const { order, payments } = await listed(id)
    return { order: presentListed(order, payments) }
  }
  return {
    'allOrders.list': async ({ query: { limit, cursor, ...filter } }) => {
      const { page, total, nextCursor } = await pageOf(orders, filter, { limit, cursor })
      const payments = await orders.payments(page.map(({ id }) => id))
      return { orders: page.map((order) => presentListed(order, payments)), total, nextCursor }
    },
    'invoices.create': async ({ body }) => {
      const { email } = await accountOf(body.accountId)
      const { order, created } = await orders.invoice({ ...body, email }, clock.now())
      return { order: presentOrder(order), created }
    },
    'orders.settle': async ({ params: { orderId }, body: { reference } }) => {
      await hand.settle(orderId, reference, clock.now())
      return answer(orderId)
    },
    'orders.refund': async ({ params: { orderId }, body: { amount, paymentId, reference } }) => {
      const { order, payments } = await listed(orderId)
      const payment = paymentToRefund(payments, paymentId)
      const part = amountToRefund(payment, amount)
      const isWhole = payment.refunded + part === payment.amount
      if (reference === undefined) {
        await checkout.refund(order, payment, part)
        await hand.refunding(orderId, payment, isWhole, clock.now())
        await checkout.lookNow(order)
      } else {
        const status = isWhole ? ('refunded' as const) : ('paid' as const)
        await looks.apply(
          orderId,
          payment.provider,
          [{ ...payment, status, refunded: payment.refunded + part }],
          clock.now(),
        )
      }
      return answer(orderId)
    },
  }
}

/** Throws `conflict`, `not_found`. */
function paymentToRefund(payments: readonly Payment[], paymentId: string | undefined): Payment {
  const paid = payments.filter(({ status }) => status === 'paid')
  const found =
    paymentId === undefined
      ? (paid.find(({ role }) => role === 'order') ?? paid[0])
      : paid.find((payment) => payment.paymentId === paymentId)
  if (found) return found
  throw new AppError('conflict', 'This order has no such payment that could be given back')
}

function amountToRefund({ amount, refunded }: Payment, wish: number | undefined): number {
  const left = amount - refunded
  if (wish !== undefined && wish > left)
    throw invalidField('amount', `must be at most ${left}: that is left of the payment`)
  return wish ?? left
}
