import { randomUUID } from 'node:crypto'
import type { PaymentProviderName } from '@rts/shared/contract/rows/billing'
import { createRules } from './rules.ts'

export const payMethods = ['qris', 'bca_va', 'gopay', 'dana'] as const
export type PayMethod = (typeof payMethods)[number]
export type Attempt = {
  id: string
  requestId: string
  method: PayMethod
  status: 'pending' | 'paid' | 'denied' | 'expired'
  amount: number
  at: Date
  expiresAt: Date
  /** Paid after its page ended, or by a second page. */
  isLate: boolean
  refunds: Refund[]
}
export type Refund = { id: string; key: string; amount: number; status: 'SUCCEEDED' | 'PENDING' | 'FAILED' }
export type Bill = {
  /** The page's: a token at Midtrans, a session at Xendit. */
  ref: string
  provider: PaymentProviderName
  orderId: string
  title: string
  amount: number
  status: 'open' | 'cancelled' | 'expired'
  attempts: Attempt[]
  methods: readonly PayMethod[]
  returnUrl: string
  notifyUrl: string
  expiresAt: Date
  attemptEnd(at: Date): Date
}
type NewBill = Omit<Bill, 'ref' | 'status' | 'attempts'>
export type Till = ReturnType<typeof createTill>

/** An order may have several pages at Xendit; at Midtrans the last one counts. */
export function createTill(clock: () => Date) {
  const bills = new Map<string, Bill>()
  const rules = createRules()
  return {
    rules,
    open(bill: NewBill): Bill {
      const made: Bill = { ...bill, ref: randomUUID(), status: 'open', attempts: [] }
      bills.set(made.ref, made)
      return made
    },
    byRef: (ref: string): Bill | undefined => bills.get(ref),
    /** Oldest first. */
    ofOrder: (orderId: string, provider?: PaymentProviderName): Bill[] =>
      [...bills.values()].filter((bill) => bill.orderId === orderId && (provider ?? bill.provider) === bill.provider),
    attemptsAt: (provider: PaymentProviderName): Attempt[] =>
      [...bills.values()].filter((bill) => bill.provider === provider).flatMap(({ attempts }) => attempts),
    attempt(id: string): { bill: Bill; attempt: Attempt } | undefined {
      for (const bill of bills.values()) {
        const attempt = bill.attempts.find((one) => one.id === id || one.requestId === id)
        if (attempt) return { bill, attempt }
      }
      return undefined
    },
    /** `amount` is for payments that do not fit. */
    begin(bill: Bill, method: PayMethod, amount = bill.amount): Attempt {
      const at = clock()
      const attempt: Attempt = {
        id: randomUUID(),
        requestId: `pr-${randomUUID()}`,
        method,
        amount,
        status: 'pending',
        at,
        expiresAt: bill.attemptEnd(at),
        isLate: false,
        refunds: [],
      }
      bill.attempts.push(attempt)
      return attempt
    },
    reset() {
      bills.clear()
      rules.reset()
    },
  }
}

export function isOver({ status, expiresAt }: Bill, now: Date): boolean {
  return status !== 'open' || expiresAt <= now
}

export function addRefund(attempt: Attempt, refund: Omit<Refund, 'id'>): Refund {
  const made = { id: `rfd-${randomUUID()}`, ...refund }
  attempt.refunds.push(made)
  return made
}

export function refundedOf({ refunds }: Attempt): number {
  return sumOf(refunds.filter(({ status }) => status === 'SUCCEEDED'))
}

export function leftOf({ amount, refunds }: Attempt): number {
  return amount - sumOf(refunds.filter(({ status }) => status !== 'FAILED'))
}

function sumOf(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}

/** Virtual accounts are paid back by hand. */
export const isRefundable = ({ method }: Attempt): boolean => method !== 'bca_va'

/** Decides a page's state: the paid attempt, else the last. */
export function leading({ attempts }: Pick<Bill, 'attempts'>): Attempt | undefined {
  return attempts.find(({ status }) => status === 'paid') ?? attempts.at(-1)
}
