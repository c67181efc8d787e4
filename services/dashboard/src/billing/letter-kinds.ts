import type { LetterKinds } from '@rts/shared/mail/letters'
import { z } from 'zod'
import {
  type DueLetter,
  dueLetter,
  type EndedLetter,
  endedLetter,
  type ReceiptLetter,
  type ReviewLetter,
  receiptLetter,
  reviewLetter,
  type SurplusLetter,
  surplusLetter,
} from './letter-texts.ts'

type BillingLetters = {
  paymentDue: DueLetter
  planEnded: EndedLetter
  receipt: ReceiptLetter
  inReview: ReviewLetter
  surplus: SurplusLetter
}
const url = z.url()
/** What letters about money are made of. */
export const billingLetterKinds: LetterKinds<BillingLetters> = {
  paymentDue: {
    variables: z.object({
      ...{ url, stopUrl: url, plan: z.string(), nextPlan: z.string().nullable(), paidUntil: z.string(), days: z.int() },
    }),
    say: dueLetter,
  },
  planEnded: { variables: z.object({ url, plan: z.string(), endedAt: z.string() }), say: endedLetter },
  receipt: {
    variables: z.object({ url, number: z.string(), plan: z.string(), total: z.string(), endsAt: z.string() }),
    say: receiptLetter,
  },
  inReview: {
    variables: z.object({
      ...{ orderId: z.string(), accountId: z.string(), method: z.string(), amount: z.string(), expected: z.string() },
      reason: z.enum(['amount', 'currency', 'account_closed', 'another_payment']),
    }),
    say: reviewLetter,
  },
  surplus: { variables: z.object({ url, amount: z.string() }), say: surplusLetter },
}
