import type { Order } from './orders.sql.ts'
import type { Payment } from './payments.sql.ts'
import { receiptNumber } from './rules/receipt.ts'

/** An order as people see it. */
export function toRow(order: Order) {
  const { id, kind, plan, months, currency, amount, credit, status, provider, method, isPending } = order
  return {
    id,
    kind,
    plan,
    months,
    currency,
    amount,
    credit,
    status,
    provider,
    method,
    isPending,
    payUrl: status === 'open' ? order.payUrl : null,
    createdAt: order.createdAt.toISOString(),
    expiresAt: text(order.expiresAt),
    paidAt: text(order.paidAt),
    startsAt: text(order.startsAt),
    endsAt: text(order.endsAt),
    receiptNumber: order.receiptNumber === null ? null : receiptNumber(order.receiptNumber),
  }
}

/** An order with its payments, for the operator. */
export function toSupportRow(order: Order, payments: readonly Payment[]) {
  const own = payments.filter(({ orderId }) => orderId === order.id)
  return {
    ...toRow(order),
    accountId: order.accountId,
    reason: order.reason,
    payments: own.map(({ orderId: _orderId, at, ...payment }) => ({ ...payment, at: at.toISOString() })),
  }
}

function text(at: Date | null): string | null {
  return at?.toISOString() ?? null
}
