import type { OutputOf } from '../../api/call.ts'
import { Badge } from '../../kit/badge.tsx'

export type Order = OutputOf<'orders.get'>['order']

const words = {
  draft: ['being made', 'plain'],
  open: ['to be paid', 'warn'],
  paid: ['paid', 'good'],
  expired: ['expired', 'plain'],
  cancelled: ['cancelled', 'plain'],
  failed: ['failed', 'bad'],
  review: ['under review', 'warn'],
  refunding: ['being paid back', 'warn'],
  refunded: ['paid back', 'plain'],
} as const

/** The state of an order in a word or two. */
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
