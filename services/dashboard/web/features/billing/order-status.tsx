import { billing as t } from '../../../texts/billing.ts'
import type { OutputOf } from '../../api/call.ts'
import { Badge } from '../../kit/notice.tsx'

export type Order = OutputOf<'orders.get'>['order']

const words = {
  draft: [t.beingCreated, 'plain'],
  open: [t.awaitingPayment, 'warn'],
  paid: [t.paidLower, 'good'],
  expired: [t.expired, 'plain'],
  cancelled: [t.cancelled, 'plain'],
  failed: [t.failed, 'bad'],
  review: [t.underReview, 'warn'],
  refunding: [t.refundInProgress, 'warn'],
  refunded: [t.refunded, 'plain'],
} as const

export function statusWord({ status }: Pick<Order, 'status'>): string {
  return words[status][0]
}

export function OrderStatus({ order: { status } }: { order: Order }) {
  const [word, tone] = words[status]
  return <Badge tone={tone}>{word}</Badge>
}

/** Whether it may change without anything done here. */
export function isUnderWay({ status }: Order): boolean {
  return ['draft', 'open', 'refunding', 'review'].includes(status)
}

const names: Readonly<Record<string, string>> = {
  qris: t.qris,
  other_qris: t.qris,
  bank_transfer: t.virtualAccount,
  echannel: t.mandiriVirtualAccount,
  gopay: t.goPay,
  shopeepay: t.shopeePay,
  dana: t.dana,
  ovo: t.ovo,
  credit: t.creditEarlierPayments,
  transfer: t.bankTransfer,
}

export function methodName(method: string): string {
  return names[method.toLowerCase()] ?? method.replaceAll('_', ' ')
}
