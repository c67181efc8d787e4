import type { Clock } from '@rts/shared/clock'
import { AppError } from '@rts/shared/errors'
import type { Logger } from '@rts/shared/logger'
import { startLane } from '@rts/shared/loops/lane'
import type { Loop } from '@rts/shared/loops/loop'
import type { Order, Payment } from './orders.sql.ts'
import type { PageStore } from './payment-pages.sql.ts'
import type { Due, LookStore } from './polls.sql.ts'
import type { Asked, NewCheckout, PaymentProvider } from './providers/provider.ts'
import { nextLateLook, nextLook, nextRefundLook, nextTry } from './rules/looks.ts'

export type CheckoutDeps = {
  pages: PageStore
  looks: LookStore
  providers: Partial<Record<'midtrans' | 'xendit', PaymentProvider>>
  /** What the provider's page needs to know beside the order. */
  pageOf(order: Order): Pick<NewCheckout, 'title' | 'returnUrl' | 'notifyUrl'>
  clock: Clock
  logger: Logger
}
export type Checkout = ReturnType<typeof createCheckout>

/** Orders that are looked at at once, per replica. */
const places = 4
/** How long a person waits for a provider's page; their call has ten seconds. */
const patienceMs = 6_000

/** What is done with providers: a page is opened, an order looked at, cancelled, paid back. The provider's word decides, never a notice. */
export function createCheckout(deps: CheckoutDeps) {
  const { pages, looks, clock, logger } = deps

  function providerOf({ provider }: Pick<Order, 'provider'>): PaymentProvider {
    const found = provider && deps.providers[provider]
    if (found) return found
    throw new AppError('unavailable', 'The company that takes this payment is not set up here any more')
  }

  async function open(order: Order): Promise<Order> {
    const { id: orderId, amount: amountIdr, email, expiresAt } = order
    if (!expiresAt) throw new Error('an order without an end is not paid at a provider')
    const checkout = { orderId, amountIdr, email, expiresAt, ...deps.pageOf(order) }
    return pages.opened(orderId, await providerOf(order).open(checkout), clock.now())
  }

  /** A provider that says no for good ends the order; one that says nothing leaves it to the job, or answers when nobody waits. */
  async function openNow(order: Order): Promise<Order> {
    if (order.status !== 'draft') return order
    const opening = open(order).catch((error: unknown) => {
      logger.warn({ err: error, orderId: order.id }, 'no page for an order yet')
      return isRefusal(error) ? pages.end(order.id, 'failed', true, clock.now()) : order
    })
    return within(patienceMs, opening, order)
  }

  /** Asks the provider and applies what it says. */
  async function lookNow(order: Order): Promise<Order> {
    const sightings = order.provider ? await providerOf(order).look(askedOf(order)) : []
    return order.provider ? looks.apply(order.id, order.provider, sightings, clock.now()) : order
  }

  async function attend(due: Due): Promise<void> {
    if (due.cancelDue) {
      await providerOf(due).cancel(askedOf(due))
      await looks.cancelTold(due)
    }
    const seen = await lookNow(due)
    const attended = seen.status === 'draft' ? await openOrEnd(seen) : seen
    const now = clock.now()
    await looks.rest(due, { next: restOf(attended, now), fails: 0, now })
  }

  function openOrEnd(draft: Order): Promise<Order> {
    const now = clock.now()
    return hasExpired(draft, now) ? pages.end(draft.id, 'failed', true, now) : open(draft)
  }

  async function run(due: Due): Promise<void> {
    try {
      await attend(due)
    } catch (error) {
      logger.warn({ err: error, orderId: due.id, fails: due.fails }, 'an order was not looked at')
      if (due.status === 'draft' && isRefusal(error)) await pages.end(due.id, 'failed', true, clock.now())
      const now = clock.now()
      await looks.rest(due, { next: nextTry(due.fails, now), fails: due.fails + 1, now })
    }
  }

  return {
    openNow,
    lookNow,

    /** Throws `conflict` while a payment is under way. */
    async cancel(order: Order): Promise<Order> {
      if (order.status === 'cancelled') return order
      if (order.status !== 'draft' && order.status !== 'open')
        throw new AppError('conflict', 'This order is not open any more')
      // Nobody knows whether the answer to a draft was lost: its page is closed once it is known.
      if (order.status === 'draft') return pages.end(order.id, 'cancelled', false, clock.now())
      const outcome = await providerOf(order).cancel(askedOf(order)).catch(unavailable)
      if (outcome === 'in_progress')
        throw new AppError('conflict', 'A payment is under way: wait until it is done, or until it expires')
      return pages.end(order.id, 'cancelled', true, clock.now())
    },

    /** Throws `conflict` where the provider cannot give the money back. */
    async refund(order: Order, { paymentId, provider, refunded }: Payment, amountIdr: number): Promise<void> {
      // The same wish has the same key until it is done: repeated, it counts once.
      const key = `${order.id.slice(0, 8)}-${refunded}-${amountIdr}`
      const outcome =
        provider === order.provider
          ? await providerOf(order)
              .refund({ ...askedOf(order), paymentId, amountIdr, key })
              .catch(unavailable)
          : 'unsupported'
      if (outcome === 'unsupported')
        throw new AppError(
          'conflict',
          'The provider cannot give this payment back: send the money by hand, then repeat this with the reference of the transfer',
        )
    },

    /** Looks at orders when their time comes, and at once after a notice. */
    start: (): Loop =>
      startLane({
        places,
        claim: (free) => looks.claim(free, clock.now()),
        run,
        extend: looks.extend,
        release: looks.release,
        onError: (error) => logger.warn({ err: error }, 'orders were not looked at'),
      }),
  }
}

/** What is answered in time, or what there was before. */
function within<T>(ms: number, answer: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

function askedOf({ id: orderId, refs }: Order): Asked {
  return { orderId, refs }
}

function hasExpired({ expiresAt }: Order, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now
}

/** When an order is looked at next. */
function restOf({ status, createdAt, expiresAt }: Order, now: Date): Date | null {
  if (status === 'refunding') return nextRefundLook(now)
  if (!expiresAt) return null
  return status === 'open' || status === 'draft'
    ? nextLook({ createdAt, expiresAt }, now)
    : nextLateLook(expiresAt, now)
}

function isRefusal(error: unknown): boolean {
  return Object(error).name === 'PaymentFailure' && Object(error).kind === 'refused'
}

function unavailable(error: unknown): never {
  if (Object(error).name !== 'PaymentFailure') throw error
  throw new AppError('unavailable', 'The company that takes this payment does not answer; try again', {
    retryAfterSeconds: 10,
  })
}
