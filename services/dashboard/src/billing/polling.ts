import { AppError } from '@rts/shared/errors'
import { startLane } from '@rts/shared/loops/lane'
import type { Loop } from '@rts/shared/loops/loop'
import { inTime } from '@rts/shared/scheduling'
import { refusals } from '@rts/shared/texts/refusals'
import type { Parts } from '../parts.ts'
import { type Order, storeRefunding } from './orders.sql.ts'
import { type Payment, paymentsOf } from './payments.sql.ts'
import {
  claimNext,
  type DueOrder,
  endOrder,
  extendLeases,
  releaseLeases,
  schedulePoll,
  storeCancelSent,
  storePage,
} from './polls.sql.ts'
import { type Asked, type NewCheckout, PaymentFailure, type PaymentProvider } from './providers/provider.ts'
import type { Providers } from './providers/providers.ts'
import { countsAsPaid } from './rules/order-states.ts'
import { nextLatePoll, nextOpenPoll, nextRefundPoll, nextTry } from './rules/times.ts'
import type { Settlement } from './settlement.ts'

type PollingDeps = Pick<Parts, 'database' | 'clock' | 'logger'> & {
  settlement: Settlement
  providers: Providers
  /** The fields of the provider's page beside the order's. */
  pageOf(order: Order): Pick<NewCheckout, 'title' | 'returnUrl' | 'notifyUrl'>
}
export type Polling = ReturnType<typeof createPolling>

/** Orders that are polled at once, per replica. */
const places = 4
/** The longest wait for a provider's page; the person's call has ten seconds. */
const patienceMs = 6_000

/** Opens, polls, cancels and refunds orders at their providers. A webhook only triggers a poll. */
export function createPolling({ database, settlement, providers, pageOf, clock, logger }: PollingDeps) {
  function providerOf({ provider }: Pick<Order, 'provider'>): PaymentProvider {
    const found = provider && providers[provider]
    if (found) return found
    throw new AppError('unavailable', 'The company that takes this payment is not set up here any more')
  }

  async function open(order: Order): Promise<Order> {
    const { id: orderId, amount: amountIdr, email, expiresAt } = order
    if (!expiresAt) throw new Error('an order without an end is not paid at a provider')
    const checkout = { orderId, amountIdr, email, expiresAt, ...pageOf(order) }
    return storePage(database, orderId, await providerOf(order).open(checkout), clock.now())
  }

  const fail = ({ id }: Order) => endOrder(database, id, { status: 'failed', isKnown: true }, clock.now())

  /** Opens the page of a draft. A provider that refuses ends the order; one that does not answer leaves it to the next poll. */
  async function openNow(order: Order): Promise<Order> {
    if (order.status !== 'draft') return order
    const opening = open(order).catch((error: unknown) => {
      logger.warn({ err: error, orderId: order.id }, 'no page for an order yet')
      return isRefusedByProvider(error) ? fail(order) : order
    })
    return inTime(patienceMs, opening, order)
  }

  /** Asks the provider and applies its answer. */
  async function pollNow(order: Order): Promise<Order> {
    const { id: orderId, provider } = order
    if (!provider) return order
    const sightings = await providerOf(order).poll(askedOf(order))
    return settlement.apply({ orderId, provider, sightings, now: clock.now() })
  }

  async function poll(due: DueOrder): Promise<void> {
    if (due.cancelDue) {
      await providerOf(due).cancel(askedOf(due))
      await storeCancelSent(database, due)
    }
    const polled = await pollNow(due)
    const order = polled.status === 'draft' ? await openOrEnd(polled) : polled
    const now = clock.now()
    await schedulePoll(database, due, { next: nextPoll(order, now), fails: 0, now })
  }

  function openOrEnd(draft: Order): Promise<Order> {
    return draft.expiresAt && draft.expiresAt <= clock.now() ? fail(draft) : open(draft)
  }

  /** Polls a leased order, and says when it is polled next. */
  async function run(due: DueOrder): Promise<void> {
    try {
      await poll(due)
    } catch (error) {
      logger.warn({ err: error, orderId: due.id, fails: due.fails }, 'an order was not polled')
      if (due.status === 'draft' && isRefusedByProvider(error)) await fail(due)
      const now = clock.now()
      await schedulePoll(database, due, { next: nextTry(due.fails, now), fails: due.fails + 1, now })
    }
  }

  async function isGivenBack({ orderId, paymentId, refunded }: Payment): Promise<boolean> {
    const now = await paymentsOf(database, [orderId])
    return now.some((payment) => payment.paymentId === paymentId && payment.refunded > refunded)
  }

  return {
    openNow,
    run,

    /** Throws `conflict` while a payment is under way. */
    async cancel(order: Order): Promise<Order> {
      const { id, status } = order
      if (status === 'cancelled') return order
      if (status !== 'draft' && status !== 'open') throw new AppError('conflict', refusals.orderNotOpen)
      // The answer to a draft may be lost: its page is closed once it is known.
      if (status === 'draft') return endOrder(database, id, { status: 'cancelled', isKnown: false }, clock.now())
      const outcome = await providerOf(order).cancel(askedOf(order)).catch(unavailable)
      if (outcome === 'in_progress') throw new AppError('conflict', refusals.paymentUnderWay)
      return endOrder(database, id, { status: 'cancelled', isKnown: true }, clock.now())
    },

    /** Gives a part of a payment back, and polls it. Throws `unavailable`, and `conflict` where the provider cannot. */
    async refund(order: Order, payment: Payment, amountIdr: number): Promise<void> {
      const { paymentId, provider, refunded, role } = payment
      if (provider !== order.provider) throw notRefundable()
      // The same request has the same key until it is done: repeated, it counts once.
      const key = `${order.id.slice(0, 8)}-${refunded}-${amountIdr}`
      const outcome = await providerOf(order)
        .refund({ ...askedOf(order), paymentId, amountIdr, key })
        .catch(unavailable)
      if (outcome === 'later') throw laterRefundable()
      const isWhole = role === 'order' && refunded + amountIdr === payment.amount
      if (outcome !== 'unsupported') await storeRefunding(database, order.id, isWhole, clock.now())
      await pollNow(order).catch((error: unknown) =>
        logger.warn({ err: error, orderId: order.id }, 'a refund was not polled yet'),
      )
      if (outcome === 'unknown') throw notAnswered()
      // It was refunded at the provider first.
      if (outcome === 'unsupported' && !(await isGivenBack(payment))) throw notRefundable()
    },

    /** Polls orders when they are due, and at once after a notice. */
    start: (): Loop =>
      startLane({
        places,
        claim: (free) => claimNext(database, free, clock.now()),
        run,
        extend: (orders) => extendLeases(database, orders),
        release: (orders) => releaseLeases(database, orders),
        onError: (error) => logger.warn({ err: error }, 'orders were not polled'),
      }),
  }
}

function askedOf({ id: orderId, refs, status }: Order): Asked {
  return { orderId, refs, isPaid: countsAsPaid(status) }
}

function nextPoll({ status, createdAt, expiresAt }: Order, now: Date): Date | null {
  if (status === 'refunding') return nextRefundPoll(now)
  if (!expiresAt) return null
  return status === 'open' || status === 'draft'
    ? nextOpenPoll({ createdAt, expiresAt }, now)
    : nextLatePoll(expiresAt, now)
}

function isRefusedByProvider(error: unknown): boolean {
  return error instanceof PaymentFailure && error.kind === 'refused'
}

function unavailable(error: unknown): never {
  throw error instanceof PaymentFailure ? notAnswered() : error
}

function notAnswered(): AppError {
  const message = 'The company that takes this payment does not answer; try again'
  return new AppError('unavailable', message, { retryAfterSeconds: 10 })
}

function laterRefundable(): AppError {
  const message =
    'The provider gives nothing back now: look at your balance there, then repeat this. Do not send the money by hand'
  return new AppError('unavailable', message, { retryAfterSeconds: 600 })
}

function notRefundable(): AppError {
  const message =
    'The provider cannot give this payment back: send the money by hand, then repeat this with the reference of the transfer'
  return new AppError('conflict', message)
}
