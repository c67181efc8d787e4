import type { createNotices, NoticeMode } from './notices.ts'
import { type Attempt, addRefund, type Bill, isOver, leading, leftOf, type PayMethod, type Till } from './till.ts'

export const actions = ['choose', 'pay', 'deny', 'expire', 'refund', 'endRefund', 'failRefund'] as const
export type Action = (typeof actions)[number]
export type Done = { status: string; notices: (number | null)[] }
type Deal = {
  action: Action
  method?: PayMethod | undefined
  amount?: number | undefined
  notices?: NoticeMode | undefined
}
export type Desk = ReturnType<typeof createDesk>

/** People and banks act on a page; the provider sends notices. */
export function createDesk(till: Till, notices: ReturnType<typeof createNotices>, clock: () => Date) {
  const attemptOf = (bill: Bill, { method, amount }: Deal): Attempt => {
    const waiting = bill.attempts.findLast(({ status }) => status === 'pending')
    if (waiting && (method === undefined || waiting.method === method) && amount === undefined) return waiting
    return till.begin(bill, method ?? 'qris', amount)
  }
  return async (bill: Bill, deal: Deal): Promise<Done> => {
    const mode = deal.notices ?? 'once'
    if (deal.action === 'expire') {
      bill.status = 'expired'
      const over = bill.attempts.filter(({ status }) => status === 'pending')
      for (const attempt of over) attempt.status = 'expired'
      // A page's end sends no notice.
      return { status: bill.status, notices: await notices.tell(bill, over, mode) }
    }
    if (deal.action === 'refund') {
      const paid = leading(bill)
      if (paid?.status !== 'paid') return { status: 'nothing is paid', notices: [] }
      const amount = Math.min(leftOf(paid), deal.amount ?? paid.amount)
      addRefund(paid, { key: '', amount, status: 'SUCCEEDED' })
      return { status: 'refunded', notices: await notices.tell(bill, [paid], mode) }
    }
    if (deal.action === 'endRefund' || deal.action === 'failRefund') {
      const status = deal.action === 'endRefund' ? 'SUCCEEDED' : 'FAILED'
      const over = bill.attempts.filter(({ refunds }) => refunds.some((refund) => refund.status === 'PENDING'))
      for (const refund of over.flatMap(({ refunds }) => refunds))
        if (refund.status === 'PENDING') refund.status = status
      return { status, notices: await notices.tell(bill, over, mode) }
    }
    const attempt = attemptOf(bill, deal)
    const chosen = { ...attempt }
    attempt.at = clock()
    if (deal.action === 'pay') {
      attempt.status = 'paid'
      const isPaidAlready = bill.attempts.some((other) => other !== attempt && other.status === 'paid')
      attempt.isLate = isOver(bill, attempt.at) || isPaidAlready
    }
    if (deal.action === 'deny') attempt.status = 'denied'
    // A notice for each step, not always in order.
    const steps = mode === 'reordered' ? [chosen, attempt] : [attempt]
    return { status: attempt.status, notices: await notices.tell(bill, steps, mode) }
  }
}
