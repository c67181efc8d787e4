import type { ProviderHttp } from '@rts/outside/http'
import type { Clock } from '@rts/shared/clock'
import type { z } from 'zod'
import type { Sighting } from '../rules/order-states.ts'

export type NewCheckout = {
  orderId: string
  amountIdr: number
  title: string
  email: string
  expiresAt: Date
  /** Where the person comes back; its parameters prove nothing. */
  returnUrl: string
  notifyUrl: string
}
/** An order at its provider: the refs are what `open` and notices have named. `isPaid`: a payment of it was seen before. */
export type Asked = { orderId: string; refs: readonly string[]; isPaid: boolean }
export type Refund = Asked & { paymentId: string; amountIdr: number; key: string }
/**
 * Under way is `pending`; refused for now, so that nothing was given back, is `later`; never possible is `unsupported`; after
 * `unknown` it may or may not be under way.
 */
export type RefundOutcome = 'done' | 'pending' | 'later' | 'unsupported' | 'unknown'
export type RawNotice = { headers: Record<string, string | string[] | undefined>; body: Uint8Array }

export type Page = { ref: string; payUrl: string; expiresAt: Date | null }
export type CancelOutcome = 'cancelled' | 'in_progress' | 'missing'

/** A company that takes payments on a page of its own. Each method throws `PaymentFailure`. */
export type PaymentProvider = {
  /** A page on which the order can be paid, and when it closes where the provider decides that. May be repeated. */
  open(checkout: NewCheckout): Promise<Page>
  /** Its payments as they are now; empty before the first try. */
  poll(asked: Asked): Promise<Sighting[]>
  /** Closes the page; not while a payment is under way. */
  cancel(asked: Asked): Promise<CancelOutcome>
  /** Refunds a payment; the same key counts once. */
  refund(refund: Refund): Promise<RefundOutcome>
  /** The order of a notice. Throws `NoticeRefused` if it is not the provider's. */
  readNotice(notice: RawNotice): { orderId: string; dedupeKey: string; refs: readonly string[] }
}

/** Called for an answer that cannot be read: its provider, and the name of the first field that is not as documented. */
export type Unreadable = (answer: { provider: string; field: string; status: number }) => void
export type ProviderParts = { http: ProviderHttp; clock: Clock; unreadable: Unreadable }

/**
 * A provider in one declaration. With its `secretKey` set, it must have every variable in `needs`, and keeps serving its orders when
 * another provider takes new ones. Its name and label are in the contract.
 */
export type PaymentDeclaration<V extends z.ZodRawShape> = {
  variables: V
  secretKey: string & keyof V
  needs: readonly (string & keyof V)[]
  address: string & keyof V
  /** Whether a key moves real money. A key that is not known as one for tests does. */
  isLiveKey(key: string): boolean
  /** Undefined without its keys. */
  create(config: z.output<z.ZodObject<V>>, parts: ProviderParts): PaymentProvider | undefined
}

export function declarePayments<V extends z.ZodRawShape>(declaration: PaymentDeclaration<V>): PaymentDeclaration<V> {
  return declaration
}

const sandboxKey = 'sandbox'

export function movesMoney(key: string | undefined, isLiveKey: (key: string) => boolean): boolean {
  return key !== undefined && key !== sandboxKey && isLiveKey(key)
}

/** A provider `refused` for good, or is `unavailable` for now. The message holds no secret and no body. */
export class PaymentFailure extends Error {
  override name = 'PaymentFailure'
  readonly kind: 'unavailable' | 'refused'

  constructor(kind: 'unavailable' | 'refused', message: string) {
    super(message)
    this.kind = kind
  }
}

/** A notice that is not the provider's, or not readable. */
export class NoticeRefused extends Error {
  override name = 'NoticeRefused'
}
