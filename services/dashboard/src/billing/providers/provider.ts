import type { ProviderHttp } from '@rts/outside/http'
import type { Clock } from '@rts/shared/clock'
import type { z } from 'zod'
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

/**
 * A provider, said once. `variables` are its settings; one whose `secretKey` is set has all that `needs` names, and takes orders
 * that were made while it was chosen. Its name and label stand in the contract.
 */
export type PaymentDeclaration<V extends z.ZodRawShape> = {
  variables: V
  secretKey: string & keyof V
  needs: readonly (string & keyof V)[]
  /** Whether a key moves real money. A key that is not known as one for tests does. */
  isLiveKey(key: string): boolean
  /** Undefined without its keys. */
  create(config: z.output<z.ZodObject<V>>, parts: { http: ProviderHttp; clock: Clock }): PaymentProvider | undefined
}

/** Checks that a declaration fits its own variables. */
export function declarePayments<V extends z.ZodRawShape>(declaration: PaymentDeclaration<V>): PaymentDeclaration<V> {
  return declaration
}

/** The key for the sandbox that stands in for a provider. */
const sandboxKey = 'sandbox'

/** Whether a key is set and moves real money. */
export function movesMoney(key: string | undefined, isLiveKey: (key: string) => boolean): boolean {
  return key !== undefined && key !== sandboxKey && isLiveKey(key)
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
