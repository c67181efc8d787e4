import type { Letter } from '@rts/shared/mail/letter'
import { dayOf, money, type Paid, planName } from './letter-words.ts'

type Linked = { url: string }
type Due = Linked & { stopUrl: string; plan: string; nextPlan: string | null; paidUntil: string; days: number }
type Ended = Linked & { plan: string; endedAt: string }
type Receipt = Linked & { number: string; plan: string; total: Paid; endsAt: string }
type Review = {
  orderId: string
  accountId: string
  method: string
  amount: string
  expected: Paid
  reason: 'amount' | 'currency' | 'account_closed' | 'another_payment'
}

/** Letters about plans and payments. */
export const paymentLetters = {
  /** To an owner whose plan ends soon. */
  paymentDue: ({ url, stopUrl, plan, nextPlan, paidUntil, days }: Due): Letter => ({
    subject: `Your ${planName(plan)} plan ends ${whenIn(days)}`,
    paragraphs: [
      `${planName(plan)} is paid until ${dayOf(paidUntil)}. ${
        nextPlan
          ? `The account then changes to ${planName(nextPlan)}.`
          : `You keep ${planName(plan)} for seven more days; then the account is on Free, and nothing is deleted.`
      }`,
      'The plan does not renew automatically. To keep it, pay for another month or year.',
      `No more of these reminders: ${stopUrl}`,
    ],
    button: { label: 'See plans and prices', url },
    stopUrl,
  }),

  /** To an owner whose account is now on Free. */
  planEnded: ({ url, plan, endedAt }: Ended): Letter => ({
    subject: `Your ${planName(plan)} plan has ended`,
    paragraphs: [
      `${planName(plan)} was paid until ${dayOf(endedAt)}, and the account is now on Free.`,
      'Nothing was deleted: data beyond the limits of Free is kept and no longer checked. Checks resume as soon as you pay for a plan.',
    ],
    button: { label: 'See plans and prices', url },
  }),

  /** To an owner who has paid. */
  receipt: ({ url, number, plan, total, endsAt }: Receipt): Letter => ({
    subject: `Receipt ${number}`,
    paragraphs: [`Thank you. We have received ${money(total)} for ${planName(plan)}, until ${dayOf(endsAt)}.`],
    button: { label: 'See the receipt', url },
  }),

  /** To support: a payment that no rule settles. */
  inReview: ({ orderId, accountId, reason, method, amount, expected }: Review): Letter => ({
    subject: `A payment needs a decision: order ${orderId}`,
    paragraphs: [
      `A payment of ${amount} by ${method} arrived for order ${orderId} of account ${accountId} (${money(expected)}), and ${reviewReasons[reason]}.`,
      'Nothing was granted for it. Settle the order (order settle) or refund it (order refund).',
    ],
  }),

  /** To an owner who has paid twice. */
  surplus: ({ url, amount }: Linked & { amount: Paid }): Letter => ({
    subject: 'You have paid twice',
    paragraphs: [
      `Another payment of ${money(amount)} arrived for an order that was already paid.`,
      'It is kept as credit for your next order. For a refund, reply to this email.',
    ],
    button: { label: 'See the order', url },
  }),
}

const reviewReasons: Readonly<Record<Review['reason'], string>> = {
  amount: 'its amount differs from the order',
  currency: 'its currency differs from the order',
  account_closed: 'the account was closed before it arrived',
  another_payment: 'the order already waits for your decision',
}

function whenIn(days: number): string {
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}
