import type { Currency } from './periods.ts'

export type OrderStatus =
  | 'draft'
  | 'open'
  | 'paid'
  | 'expired'
  | 'cancelled'
  | 'failed'
  | 'review'
  | 'refunding'
  | 'refunded'

/** One payment, as its provider reports it. */
export type Sighting = {
  paymentId: string
  method: string
  status: 'pending' | 'paid' | 'failed' | 'refunded'
  /** NaN where the provider’s number is none. */
  amount: number
  currency: string
  /** The refunded part; null where the provider does not say. */
  refunded: number | null
  at: Date
}
export type PaymentRole = 'attempt' | 'order' | 'surplus' | 'review'
export type KnownPayment = Pick<Sighting, 'paymentId' | 'status'> & { refunded: number; role: PaymentRole }
export type JudgedPayment = Sighting & { refunded: number; role: PaymentRole }
export type OrderFacts = {
  status: OrderStatus
  amount: number
  currency: Currency
  expiresAt: Date | null
  /** The account was closed: nothing may be given to it. */
  isClosed: boolean
}
export type ReviewReason = 'amount' | 'currency' | 'account_closed' | 'another_payment'
export type Verdict = {
  status: OrderStatus
  isPending: boolean
  /** Of the payment that counts. */
  method: string | null
  payments: JudgedPayment[]
  /** The payment that pays the order: its period begins. */
  paidBy: Sighting | null
  /** The payment of the order was refunded: its period ends where it began. */
  isTakenBack: boolean
  /** Payments of an order that was paid already. */
  surplus: Sighting[]
  surplusBack: Sighting[]
  /** Payments that a person has to decide about. */
  reviews: { payment: Sighting; reason: ReviewReason }[]
}

/** Whether a payment of the order was seen. */
export function countsAsPaid(status: OrderStatus): boolean {
  return status === 'paid' || status === 'refunding' || status === 'refunded' || status === 'review'
}

const mayBePaid: readonly OrderStatus[] = ['draft', 'open', 'expired', 'cancelled', 'failed']

/** The next state of an order by its provider's report. The same report again changes nothing. */
export function judge(
  order: OrderFacts,
  known: readonly KnownPayment[],
  sightings: readonly Sighting[],
  now: Date,
): Verdict {
  const roles = new Map(known.map((payment) => [payment.paymentId, payment]))
  const verdict: Verdict = {
    status: order.status,
    isPending: false,
    method: null,
    payments: [],
    paidBy: null,
    isTakenBack: false,
    surplus: [],
    surplusBack: [],
    reviews: [],
  }
  for (const sighting of [...sightings].sort((one, other) => one.at.getTime() - other.at.getTime())) {
    const before = roles.get(sighting.paymentId)
    const seen = withKnown(sighting, before)
    const payment = { ...seen, role: weigh(order, verdict, seen, before) }
    roles.set(payment.paymentId, payment)
    verdict.payments.push(payment)
  }
  if (verdict.status === 'open' && order.expiresAt && order.expiresAt <= now) verdict.status = 'expired'
  return verdict
}

/** Money that was seen to go back stays so, whatever a later answer leaves out. */
function withKnown(sighting: Sighting, known: KnownPayment | undefined): Sighting & { refunded: number } {
  const refunded = Math.max(sighting.refunded ?? 0, known?.refunded ?? 0)
  return { ...sighting, refunded, status: known?.status === 'refunded' ? 'refunded' : sighting.status }
}

/** Adds one payment to the verdict; answers its role. */
function weigh(order: OrderFacts, verdict: Verdict, sighting: Sighting, known: KnownPayment | undefined): PaymentRole {
  const role = known?.role ?? 'attempt'
  switch (sighting.status) {
    case 'pending':
      verdict.isPending = true
      verdict.method ??= sighting.method
      return role
    case 'failed':
      return role
    case 'paid':
      // A payment counts once.
      return role === 'attempt' ? take(order, verdict, sighting) : role
    case 'refunded':
      if (known?.status !== 'refunded') giveBack(verdict, sighting, role)
      return role
    default: {
      const missing: never = sighting.status
      return missing
    }
  }
}

function take(order: OrderFacts, verdict: Verdict, sighting: Sighting): PaymentRole {
  if (!mayBePaid.includes(verdict.status) && verdict.status !== 'review') {
    verdict.surplus.push(sighting)
    return 'surplus'
  }
  verdict.method = sighting.method
  const reason = verdict.status === 'review' ? 'another_payment' : reasonAgainst(order, sighting)
  verdict.status = reason ? 'review' : 'paid'
  if (reason) verdict.reviews.push({ payment: sighting, reason })
  else verdict.paidBy = sighting
  return reason ? 'review' : 'order'
}

/** Why a payment cannot simply pay its order. */
function reasonAgainst({ amount, currency, isClosed }: OrderFacts, sighting: Sighting): ReviewReason | null {
  if (sighting.currency !== currency) return 'currency'
  if (sighting.amount !== amount) return 'amount'
  return isClosed ? 'account_closed' : null
}

function giveBack(verdict: Verdict, sighting: Sighting, role: PaymentRole): void {
  if (role === 'surplus') verdict.surplusBack.push(sighting)
  if (role === 'review' && verdict.status === 'review') verdict.status = 'refunded'
  if (role === 'order' && (verdict.status === 'paid' || verdict.status === 'refunding')) {
    verdict.status = 'refunded'
    verdict.isTakenBack = true
  }
}
