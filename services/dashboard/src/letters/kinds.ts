import { z } from 'zod'
import { letters } from '../../texts/letters.ts'

const url = z.url()
const linked = z.object({ url })
const stoppable = linked.extend({ stopUrl: url })

/** Each kind of letter: its variables, and its text. */
export const letterKinds = {
  verify: { variables: linked, say: letters.verify },
  reset: { variables: linked, say: letters.reset },
  known: { variables: linked, say: letters.known },
  changed: { variables: linked, say: letters.changed },
  newMail: { variables: linked, say: letters.newMail },
  oldMail: { variables: linked, say: letters.oldMail },
  brokenConnection: { variables: linked.extend({ google: z.string() }), say: letters.brokenConnection },
  invite: {
    variables: stoppable.extend({ inviter: z.string(), role: z.enum(['admin', 'member']), expiresAt: z.string() }),
    say: letters.invite,
  },
  newOwner: { variables: linked.extend({ from: z.string(), to: z.string() }), say: letters.newOwner },
  formerOwner: { variables: linked.extend({ from: z.string(), to: z.string() }), say: letters.formerOwner },
  paymentDue: {
    variables: stoppable.extend({
      plan: z.string(),
      nextPlan: z.string().nullable(),
      paidUntil: z.string(),
      days: z.int(),
    }),
    say: letters.paymentDue,
  },
  planEnded: { variables: linked.extend({ plan: z.string(), endedAt: z.string() }), say: letters.planEnded },
  receipt: {
    variables: linked.extend({ number: z.string(), plan: z.string(), total: z.string(), endsAt: z.string() }),
    say: letters.receipt,
  },
  inReview: {
    variables: z.object({
      orderId: z.string(),
      accountId: z.string(),
      method: z.string(),
      amount: z.string(),
      expected: z.string(),
      reason: z.enum(['amount', 'currency', 'account_closed', 'another_payment']),
    }),
    say: letters.inReview,
  },
  surplus: { variables: linked.extend({ amount: z.string() }), say: letters.surplus },
}
