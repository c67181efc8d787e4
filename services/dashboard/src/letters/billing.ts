import type { Letter } from '@rts/shared/mail/letter'
import { z } from 'zod'

const url = z.url()
const due = z.object({
  url,
  stopUrl: url,
  plan: z.string(),
  nextPlan: z.string().nullable(),
  paidUntil: z.string(),
  days: z.int(),
})
const ended = z.object({ url, plan: z.string(), endedAt: z.string() })
const receipt = z.object({ url, number: z.string(), plan: z.string(), total: z.string(), endsAt: z.string() })
const review = z.object({
  orderId: z.string(),
  accountId: z.string(),
  method: z.string(),
  amount: z.string(),
  expected: z.string(),
  reason: z.enum(['amount', 'currency', 'account_closed', 'another_payment']),
})
const surplus = z.object({ url, amount: z.string() })

/** The letters about money: what each is made of, and its text. */
export const billingLetterKinds = {
  paymentDue: { variables: due, say: dueLetter },
  planEnded: { variables: ended, say: endedLetter },
  receipt: { variables: receipt, say: receiptLetter },
  inReview: { variables: review, say: reviewLetter },
  surplus: { variables: surplus, say: surplusLetter },
}

/** To an owner whose plan ends soon. */
function dueLetter({ url, stopUrl, plan, nextPlan, paidUntil, days }: z.output<typeof due>): Letter {
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
function endedLetter({ url, plan, endedAt }: z.output<typeof ended>): Letter {
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
function receiptLetter({ url, number, plan, total, endsAt }: z.output<typeof receipt>): Letter {
  return {
    subject: `Receipt ${number}`,
    paragraphs: [`Thank you. We have received ${total} for ${name(plan)}, until ${dayOf(endsAt)}.`],
    button: { label: 'See the receipt', url },
  }
}

const reasons: Readonly<Record<z.output<typeof review>['reason'], string>> = {
  amount: 'its amount is not that of the order',
  currency: 'its currency is not that of the order',
  account_closed: 'the account was closed before it came',
  another_payment: 'the order waits for your decision already',
}

/** To support: money came that no rule knows what to do with. */
function reviewLetter({ orderId, accountId, reason, method, amount, expected }: z.output<typeof review>): Letter {
  return {
    subject: `A payment needs a decision: order ${orderId}`,
    paragraphs: [
      `A payment of ${amount} by ${method} came for order ${orderId} of account ${accountId} (${expected}), and ${reasons[reason]}.`,
      'Nothing was given for it. Settle the order, or send the money back: order settle, or order refund.',
    ],
  }
}

/** To an owner who has paid twice. */
function surplusLetter({ url, amount }: z.output<typeof surplus>): Letter {
  return {
    subject: 'You have paid twice',
    paragraphs: [
      `Another payment of ${amount} came for an order that was paid already.`,
      'It is kept for your next order. If you want it back, answer this mail.',
    ],
    button: { label: 'See the order', url },
  }
}

function name(plan: string): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1)
}

function dayOf(timestamp: string): string {
  const form = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-GB', form).format(new Date(timestamp))
}
