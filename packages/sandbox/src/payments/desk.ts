import type { createNotices, NoticeMode } from './notices.ts'
import { type Attempt, type Bill, leading, type PayMethod, type Till } from './till.ts'

export const deeds = ['choose', 'pay', 'deny', 'expire', 'refund'] as const
export type Deed = (typeof deeds)[number]
export type Done = { status: string; notices: (number | null)[] }
type Deal = {
  deed: Deed
  method?: PayMethod | undefined
  amount?: number | undefined
  notices?: NoticeMode | undefined
}
export type Desk = ReturnType<typeof createDesk>

/** What people and banks do with a page, and what is told of it. */
export function createDesk(till: Till, notices: ReturnType<typeof createNotices>, clock: () => Date) {
  /** The attempt that a deed is about: one that waits, else a new one. */
  const attemptOf = (bill: Bill, { method, amount }: Deal): Attempt => {
    const waiting = bill.attempts.findLast(({ status }) => status === 'pending')
    if (waiting && (method === undefined || waiting.method === method) && amount === undefined) return waiting
    return till.begin(bill, method ?? 'qris', amount)
  }
  return async (bill: Bill, deal: Deal): Promise<Done> => {
    const mode = deal.notices ?? 'once'
    if (deal.deed === 'expire') {
      bill.status = 'expired'
      const over = bill.attempts.filter(({ status }) => status === 'pending')
      for (const attempt of over) attempt.status = 'expired'
      // The end of a page itself is told by nobody.
      return { status: bill.status, notices: await notices.tell(bill, over, mode) }
    }
    if (deal.deed === 'refund') {
      const paid = leading(bill)
      if (paid?.status !== 'paid') return { status: 'nothing is paid', notices: [] }
      paid.refunded = Math.min(paid.amount, paid.refunded + (deal.amount ?? paid.amount))
      return { status: 'refunded', notices: await notices.tell(bill, [paid], mode) }
    }
    const attempt = attemptOf(bill, deal)
    const chosen = { ...attempt }
    attempt.at = clock()
    if (deal.deed === 'pay') attempt.status = 'paid'
    if (deal.deed === 'deny') attempt.status = 'denied'
    // A provider tells of each step, and not always in their order.
    const steps = mode === 'reordered' ? [chosen, attempt] : [attempt]
    return { status: attempt.status, notices: await notices.tell(bill, steps, mode) }
  }
}
