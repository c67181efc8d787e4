import { billing as t } from '../../../texts/billing.ts'
import { Notice } from '../../kit/notice.tsx'
import type { Order } from './order-status.tsx'
import { nameOf } from './plan-names.ts'

export function OrderWord({ order: { status, plan, isPending } }: { order: Order }) {
  switch (status) {
    case 'draft':
      return <Notice>{t.creatingPaymentPage}</Notice>
    case 'open':
      return isPending ? <Notice>{t.paymentIsInProgress}</Notice> : <Notice>{t.notPaidYet}</Notice>
    case 'paid':
      return <Notice tone="good">{t.paidActiveNowApi(nameOf(plan))}</Notice>
    case 'review':
      return <Notice tone="warn">{t.amountWeReceivedDiffers}</Notice>
    case 'expired':
      return <Notice>{t.orderExpiredUnpaid}</Notice>
    case 'cancelled':
      return <Notice>{t.cancelledNothingPaid}</Notice>
    case 'failed':
      return <Notice tone="bad">{t.paymentPage}</Notice>
    case 'refunding':
      return <Notice>{t.refundIsInProgress}</Notice>
    case 'refunded':
      return <Notice>{t.refundedSentence}</Notice>
  }
}
