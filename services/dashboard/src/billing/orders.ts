import type { Clock } from '@rts/shared/clock'
import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { AccountOf } from '../domain/open-account.ts'
import { personOf } from '../domain/person-of.ts'
import type { Checkout } from './checkout.ts'
import { presentOrder } from './order-row.ts'
import type { OrderFilter, OrderStore, Place } from './ordering.ts'
import type { Order, ProviderName } from './orders.sql.ts'
import type { LookStore } from './polls.sql.ts'
import type { ReceiptStore } from './receipts.sql.ts'
import { type PaidPlan, type Prices, pricedAt, priceOf } from './rules/offers.ts'

type Served = Pick<
  ServiceHandlers<'dashboard'>,
  'orders.create' | 'orders.get' | 'orders.list' | 'orders.cancel' | 'receipts.get'
>
export type OrderDeps = {
  orders: Omit<OrderStore, 'invoice'>
  looks: Pick<LookStore, 'hurry'>
  receipts: ReceiptStore
  checkout: Checkout
  /** Who takes new payments; null where nothing is sold here. */
  provider: ProviderName | null
  prices: Prices
  accountOf: AccountOf
  clock: Clock
}

const ordersOfPage = 50
/** How often a person who waits has the provider asked. */
const hurrySeconds = 10

/** Orders of people for their account. */
export function orderHandlers({
  orders,
  looks,
  receipts,
  checkout,
  provider,
  prices,
  accountOf,
  clock,
}: OrderDeps): Served {
  return {
    'orders.create': async ({ body: { plan, months, quotedAt, dueIdr }, caller }) => {
      if (!provider) throw new AppError('conflict', 'Nothing can be paid for here: write to support')
      const { accountId, plan: known } = caller
      const { email } = await accountOf(accountId)
      const now = clock.now()
      const wish = { accountId, personId: personOf(caller), email, plan, months, dueIdr }
      const quoted = pricedAt(new Date(quotedAt), now)
      const made = await orders.create(wish, provider, now, (money) => {
        const price = priceOf(prices, { ...money, plan: known, now: quoted }, plan, months)
        if (!price) throw notSold(plan, money.standing.paidUntil)
        return price
      })
      return { order: presentOrder(await checkout.openNow(made.order)), created: made.created }
    },
    'orders.get': async ({ params, caller }) => {
      const order = await orders.require(caller.accountId, params.orderId)
      // Who waits here has come back from the page perhaps, and a notice may be lost.
      if (order.status === 'open') await looks.hurry(order.id, hurrySeconds, clock.now())
      return { order: presentOrder(order) }
    },
    'orders.list': async ({ query, caller: { accountId } }) => {
      const { page, total, nextCursor } = await pageOf(orders, { accountId }, query)
      return { orders: page.map(presentOrder), total, nextCursor }
    },
    'orders.cancel': async ({ params, caller }) => {
      const order = await orders.require(caller.accountId, params.orderId)
      if (order.kind === 'invoice')
        throw new AppError('conflict', 'Support has made this order: ask there to cancel it')
      return { order: presentOrder(await checkout.cancel(order)) }
    },
    'receipts.get': async ({ params, caller }) => ({
      receipt: await receipts.require(caller.accountId, params.orderId),
    }),
  }
}

/** Why a plan is not sold now. */
function notSold(plan: PaidPlan, paidUntil: Date | null): AppError {
  if (!paidUntil)
    return new AppError('conflict', `${plan} is not sold to this account: it is on a higher plan, or has no price`)
  return new AppError(
    'conflict',
    `${plan} cannot be bought now: the plan is paid until ${paidUntil.toISOString().slice(0, 10)} and renewed from fourteen days before`,
  )
}

type Query = { limit?: number | undefined; cursor?: string | undefined }

/** A page of orders, the newest first. */
export async function pageOf(
  orders: Pick<OrderStore, 'list' | 'count'>,
  filter: OrderFilter,
  { limit = ordersOfPage, cursor }: Query,
): Promise<{ page: Order[]; total: number; nextCursor: string | null }> {
  const [total, found] = await Promise.all([orders.count(filter), orders.list(filter, placeOf(cursor), limit + 1)])
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const isMore = found.length > limit && last
  return { page, total, nextCursor: isMore ? encodeCursor('orders', `${last.createdAt.getTime()}_${last.id}`) : null }
}

function placeOf(cursor: string | undefined): Place {
  const place = decodeCursor('orders', cursor)
  if (place === null) return null
  const [, ms, id] = /^(\d{1,15})_(.+)$/.exec(place) ?? []
  if (ms === undefined || id === undefined) throw noSuchCursor()
  return { at: new Date(Number(ms)), id }
}
