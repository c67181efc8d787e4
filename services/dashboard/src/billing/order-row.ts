import type { Order, Payment } from './orders.sql.ts'

/** An order as people see it. */
export function presentOrder(order: Order) {
  const { id, kind, plan, months, currency, amount, credit, status, provider, method, receiptNumber } = order
  return {
    ...{ id, kind, plan, months, currency, amount, credit, status, provider, method, isPending: order.isPending },
    payUrl: status === 'open' ? order.payUrl : null,
    createdAt: order.createdAt.toISOString(),
    expiresAt: text(order.expiresAt),
    paidAt: text(order.paidAt),
    startsAt: text(order.startsAt),
    endsAt: text(order.endsAt),
    receiptNumber: receiptNumber === null ? null : String(receiptNumber).padStart(6, '0'),
  }
}

/** An order with its payments, for the operator. */
export function presentListed(order: Order, payments: readonly (Payment & { orderId: string })[]) {
  const own = payments.filter(({ orderId }) => orderId === order.id)
  return {
    ...presentOrder(order),
    ...{ accountId: order.accountId, reason: order.reason },
    payments: own.map(({ orderId: _orderId, at, ...payment }) => ({ ...payment, at: at.toISOString() })),
  }
}

function text(at: Date | null): string | null {
  return at?.toISOString() ?? null
}
