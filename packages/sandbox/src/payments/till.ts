import { randomUUID } from 'node:crypto'
import type { PaymentProviderName } from '@rts/shared/contract/rows/billing'

export const payMethods = ['qris', 'bca_va', 'gopay'] as const
export type PayMethod = (typeof payMethods)[number]
export type Attempt = {
  id: string
  /** The request that a refund names. */
  requestId: string
  method: PayMethod
  status: 'pending' | 'paid' | 'denied' | 'expired'
  amount: number
  refunded: number
  at: Date
}
/** An order at a payment provider, as its page shows it. */
export type Bill = {
  /** Of the page: a token at Midtrans, a session at Xendit. */
  ref: string
  provider: PaymentProviderName
  orderId: string
  title: string
  amount: number
  status: 'open' | 'cancelled' | 'expired'
  attempts: Attempt[]
  returnUrl: string
  notifyUrl: string
  expiresAt: Date
}
type NewBill = Pick<Bill, 'provider' | 'orderId' | 'title' | 'amount' | 'returnUrl' | 'notifyUrl' | 'expiresAt'>
export type Till = ReturnType<typeof createTill>

/** What payment providers keep. An order may have several pages at Xendit; at Midtrans the last one counts. */
export function createTill(clock: () => Date) {
  const bills = new Map<string, Bill>()
  /** Keys of refunds that were made, with their sums. */
  const refundKeys = new Set<string>()
  return {
    open(bill: NewBill): Bill {
      const made: Bill = { ...bill, ref: randomUUID(), status: 'open', attempts: [] }
      bills.set(made.ref, made)
      return made
    },
    byRef: (ref: string): Bill | undefined => bills.get(ref),
    /** The pages of an order, the oldest first. */
    ofOrder: (orderId: string, provider?: PaymentProviderName): Bill[] =>
      [...bills.values()].filter((bill) => bill.orderId === orderId && (provider ?? bill.provider) === bill.provider),
    attempt(id: string): { bill: Bill; attempt: Attempt } | undefined {
      for (const bill of bills.values()) {
        const attempt = bill.attempts.find((one) => one.id === id || one.requestId === id)
        if (attempt) return { bill, attempt }
      }
      return undefined
    },
    /** Somebody chooses a method on the page; `amount` is for payments that do not fit. */
    begin(bill: Bill, method: PayMethod, amount = bill.amount): Attempt {
      const attempt: Attempt = {
        id: randomUUID(),
        requestId: `pr-${randomUUID()}`,
        method,
        amount,
        refunded: 0,
        status: 'pending',
        at: clock(),
      }
      bill.attempts.push(attempt)
      return attempt
    },
    /** Gives back; false if the key was used. */
    refund(attempt: Attempt, amount: number, key: string): boolean {
      if (refundKeys.has(key)) return false
      refundKeys.add(key)
      attempt.refunded = Math.min(attempt.amount, attempt.refunded + amount)
      return true
    },
    reset() {
      bills.clear()
      refundKeys.clear()
    },
  }
}

/** Virtual accounts are paid back by hand. */
export const isRefundable = ({ method }: Attempt): boolean => method !== 'bca_va'

/** The attempt that says how a page stands: the one that was paid, else the last. */
export function leading({ attempts }: Pick<Bill, 'attempts'>): Attempt | undefined {
  return attempts.find(({ status }) => status === 'paid') ?? attempts.at(-1)
}
