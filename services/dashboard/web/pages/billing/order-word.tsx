import { Notice } from '../../ui/notice.tsx'
import type { Order } from './order-status.tsx'
import { nameOf } from './plan-names.ts'

/** What an order's state means for whoever waits for it. */
export function OrderWord({ order: { status, plan, isPending } }: { order: Order }) {
  switch (status) {
    case 'draft':
      return <Notice>The payment page is being made: that takes some seconds.</Notice>
    case 'open':
      return isPending ? (
        <Notice>A payment is under way. This page follows it: there is nothing to do here.</Notice>
      ) : (
        <Notice>It is not paid yet. If you have just paid, this page will say so within a minute.</Notice>
      )
    case 'paid':
      return (
        <Notice tone="good">It is paid. {nameOf(plan)} counts from now on, over REST and for assistants too.</Notice>
      )
    case 'review':
      return (
        <Notice tone="warn">
          The amount that arrived is not that of the order, or the account was closed meanwhile. We are looking, and
          will write to you. Your money is not lost.
        </Notice>
      )
    case 'expired':
      return <Notice>Nothing was paid in time. A payment that still arrives is honoured.</Notice>
    case 'cancelled':
      return <Notice>It was cancelled, and nothing was paid.</Notice>
    case 'failed':
      return <Notice tone="bad">The payment page could not be made. Order again, or write to us.</Notice>
    case 'refunding':
      return <Notice>The money is on its way back.</Notice>
    case 'refunded':
      return <Notice>The money was paid back.</Notice>
  }
}
