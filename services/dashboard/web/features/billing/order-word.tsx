import { Notice } from '../../kit/notice.tsx'
import type { Order } from './order-status.tsx'
import { nameOf } from './plan-names.ts'

/** The state of an order, for the person who waits for it. */
export function OrderWord({ order: { status, plan, isPending } }: { order: Order }) {
  switch (status) {
    case 'draft':
      return <Notice>Creating the payment page…</Notice>
    case 'open':
      return isPending ? (
        <Notice>A payment is in progress. This page updates by itself.</Notice>
      ) : (
        <Notice>Not paid yet. If you have just paid, this page updates within a minute.</Notice>
      )
    case 'paid':
      return <Notice tone="good">Paid. {nameOf(plan)} is active now, for the API and assistants too.</Notice>
    case 'review':
      return (
        <Notice tone="warn">
          The amount we received differs from the order, or the account was closed meanwhile. We are checking it and
          will write to you. Your money is safe.
        </Notice>
      )
    case 'expired':
      return <Notice>The order expired unpaid. A payment that still arrives counts.</Notice>
    case 'cancelled':
      return <Notice>Cancelled. Nothing was paid.</Notice>
    case 'failed':
      return <Notice tone="bad">The payment page could not be created. Order again, or write to us.</Notice>
    case 'refunding':
      return <Notice>The refund is on its way.</Notice>
    case 'refunded':
      return <Notice>Refunded.</Notice>
  }
}
