import type { Sighting } from '../rules/order-states.ts'

export type NewCheckout = {
  orderId: string
  amountIdr: number
  /** What is bought, as the provider's page names it. */
  title: string
  email: string
  expiresAt: Date
  /** Where the person is led afterwards. What it is called with proves nothing. */
  returnUrl: string
  /** Where the provider sends its notices. */
  notifyUrl: string
}
/** An order at its provider: the refs are what `open` and notices have named. */
export type Asked = { orderId: string; refs: readonly string[] }
export type Refund = Asked & { paymentId: string; amountIdr: number; key: string }
export type RawNotice = { headers: Record<string, string | string[] | undefined>; body: Uint8Array }

/** A company that takes payments on a page of its own. Each method throws `PaymentFailure`. */
export type PaymentProvider = {
  /** A page on which the order can be paid. May be repeated. */
  open(checkout: NewCheckout): Promise<{ ref: string; payUrl: string }>
  /** What became of its payments: the truth. None: nobody has tried yet. */
  look(asked: Asked): Promise<Sighting[]>
  /** Closes the page; not while a payment is under way. */
  cancel(asked: Asked): Promise<'cancelled' | 'in_progress' | 'gone'>
  /** Gives money back; the same key counts once. */
  refund(refund: Refund): Promise<'done' | 'pending' | 'unsupported'>
  /** What a notice is about. Throws `NoticeRefused` if it is not the provider's. */
  readNotice(notice: RawNotice): { orderId: string; dedupeKey: string; ref: string | null }
}

/** A provider did not do what it was asked: `refused` for good, or `unavailable` for now. Its message holds no secret and no body. */
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
