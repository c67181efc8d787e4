import type { Letter } from '@rts/shared/mail/letter'
import type { ReviewReason } from './rules/order-states.ts'

export type DueLetter = {
  url: string
  stopUrl: string
  plan: string
  nextPlan: string | null
  paidUntil: string
  days: number
}
export type EndedLetter = { url: string; plan: string; endedAt: string }
export type ReceiptLetter = { url: string; number: string; plan: string; total: string; endsAt: string }
export type ReviewLetter = {
  orderId: string
  accountId: string
  reason: ReviewReason
  method: string
  amount: string
  expected: string
}
export type SurplusLetter = { url: string; amount: string }

/** To an owner whose plan ends soon. */
export function dueLetter({ url, stopUrl, plan, nextPlan, paidUntil, days }: DueLetter): Letter {
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`
  const after = nextPlan
    ? `After that you asked for ${name(nextPlan)}.`
    : `You keep ${name(plan)} for seven days more; then the account is on Free, and nothing is deleted.`
  return {
    subject: `Your ${name(plan)} plan ends ${when}`,
    paragraphs: [
      `${name(plan)} is paid until ${dayOf(paidUntil)}. ${after}`,
      'Nothing is charged by itself. If you want to go on, pay for another month or year.',
      `No more of these reminders: ${stopUrl}`,
    ],
    button: { label: 'See plans and prices', url },
    stopUrl,
  }
}

/** To an owner whose account is on Free from now on. */
export function endedLetter({ url, plan, endedAt }: EndedLetter): Letter {
  return {
    subject: `Your ${name(plan)} plan has ended`,
    paragraphs: [
      `${name(plan)} was paid until ${dayOf(endedAt)}, and the account is on Free now.`,
      'Nothing was deleted: what is beyond Free is kept and no longer checked. It goes on as soon as you pay for a plan.',
    ],
    button: { label: 'See plans and prices', url },
  }
}

/** To an owner who has paid. */
export function receiptLetter({ url, number, plan, total, endsAt }: ReceiptLetter): Letter {
  return {
    subject: `Receipt ${number}`,
    paragraphs: [`Thank you. We have received ${total} for ${name(plan)}, until ${dayOf(endsAt)}.`],
    button: { label: 'See the receipt', url },
  }
}

const reasons: Readonly<Record<ReviewReason, string>> = {
  amount: 'its amount is not that of the order',
  currency: 'its currency is not that of the order',
  account_closed: 'the account was closed before it came',
  another_payment: 'the order waits for your decision already',
}

/** To support: money came that no rule knows what to do with. */
export function reviewLetter({ orderId, accountId, reason, method, amount, expected }: ReviewLetter): Letter {
  return {
    subject: `A payment needs a decision: order ${orderId}`,
    paragraphs: [
      `A payment of ${amount} by ${method} came for order ${orderId} of account ${accountId} (${expected}), and ${reasons[reason]}.`,
      'Nothing was given for it. Settle the order, or send the money back: order settle, or order refund.',
    ],
  }
}

/** To an owner who has paid twice. */
export function surplusLetter({ url, amount }: SurplusLetter): Letter {
  return {
    subject: 'You have paid twice',
    paragraphs: [
      `Another payment of ${amount} came for an order that was paid already.`,
      'It is kept for your next order. If you want it back, answer this mail.',
    ],
    button: { label: 'See the order', url },
  }
}

/** An amount as people read it. */
export function money(currency: 'IDR' | 'USD', amount: number): string {
  if (currency === 'USD') return `USD ${(amount / 100).toFixed(2)}`
  return `Rp ${amount.toString().replace(/\B(?=(\d{3})+$)/g, '.')}`
}

function name(plan: string): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1)
}

function dayOf(timestamp: string): string {
  const form = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-GB', form).format(new Date(timestamp))
}
