import type { PaymentProviderName } from '@rts/shared/contract/rows/billing'
import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import { inAccount, personOf } from '../accounts/accounts.ts'
import type { Parts } from '../parts.ts'
import { pageByTime } from '../time-page.ts'
import {
  countOrders,
  findOpenOrder,
  insertOrder,
  listOrders,
  lockOrder,
  type Order,
  type OrderFilter,
  requireOrder,
} from './orders.sql.ts'
import { type Payment, requireReceipt } from './payments.sql.ts'
import type { Polling } from './polling.ts'
import { pollSoon } from './polls.sql.ts'
import { type Months, type PaidPlan, type Price, type Prices, pricedAt, priceOf } from './rules/offers.ts'
import { daysAfter } from './rules/periods.ts'
import { receiptNumber } from './rules/receipt.ts'
import type { Settlement } from './settlement.ts'
import { type Money, moneyOf } from './subscriptions.ts'

type OrderDeps = Pick<Parts, 'database' | 'accountOf' | 'clock'> & {
  settlement: Pick<Settlement, 'settle'>
  polling: Polling
  /** The provider of new payments; null where nothing is sold. */
  provider: PaymentProviderName | null
  prices: Prices
}
type Wanted = { accountId: string; personId: string; email: string; plan: PaidPlan; months: Months; dueIdr: number }

const ordersOfPage = 50
/** A person who waits for a payment causes at most one poll in this time. */
const hurrySeconds = 10
/** Days for which a payment page can be paid. */
const openDays = 1
/** Opening a payment page takes less: after this time polling opens or ends the draft, because its process has died. */
const draftMs = 60_000

export function orderHandlers(deps: OrderDeps) {
  const { database, polling, prices, accountOf, clock } = deps
  return {
    'orders.create': async ({ body: { plan, months, quotedAt, dueIdr }, caller }) => {
      const { accountId, plan: known } = caller
      if (!deps.provider) throw new AppError('conflict', refusals.nothingToPay)
      const { email } = await accountOf(accountId)
      const quoted = pricedAt(new Date(quotedAt), clock.now())
      const wanted = { accountId, personId: personOf(caller), email, plan, months, dueIdr }
      const { order, created } = await createOrder(deps, deps.provider, wanted, (money) => {
        const price = priceOf(prices, { ...money, plan: known, now: quoted }, plan, months)
        if (!price) throw notSold(plan, money.planState.paidUntil)
        return price
      })
      return { order: toRow(await polling.openNow(order)), created }
    },
    'orders.get': async ({ params, caller }) => {
      const order = await requireOrder(database, caller.accountId, params.orderId)
      // The person may be back from the provider's page, and its notice may be lost.
      if (order.status === 'open') await pollSoon(database, order.id, hurrySeconds, clock.now())
      return { order: toRow(order) }
    },
    'orders.list': async ({ query, caller: { accountId } }) => {
      const { page, total, nextCursor } = await pageOf(database, { accountId }, query)
      return { orders: page.map(toRow), total, nextCursor }
    },
    'orders.cancel': async ({ params, caller }) => {
      const order = await requireOrder(database, caller.accountId, params.orderId)
      if (order.kind === 'invoice')
        throw new AppError('conflict', 'Support has made this order: ask there to cancel it')
      return { order: toRow(await polling.cancel(order)) }
    },
    'receipts.get': async ({ params, caller }) => ({
      receipt: await requireReceipt(database, caller.accountId, params.orderId),
    }),
  } satisfies Partial<ServiceHandlers<'dashboard'>>
}

/**
 * Creates an order under the account's lock, at the price that `price` computes there. An open order of the same plan, months and amount
 * is returned instead; an order that credit pays in full is settled at once. Throws `price_changed` if the amount differs from `dueIdr`,
 * `conflict` for another open order or a closed account, and the errors of `price`.
 */
function createOrder(
  { database, settlement, clock }: OrderDeps,
  provider: PaymentProviderName,
  { dueIdr, ...wanted }: Wanted,
  price: (money: Money) => Price,
): Promise<{ order: Order; created: boolean }> {
  const now = clock.now()
  return inAccount(database, wanted.accountId, async (tx) => {
    const open = await findOpenOrder(tx, wanted.accountId, { isInvoice: false })
    if (open?.plan === wanted.plan && open.months === wanted.months && open.amount === dueIdr)
      return { order: open, created: false }
    if (open) throw new AppError('conflict', refusals.orderOpen)
    const money = await moneyOf(tx, wanted.accountId, now)
    if (money.isClosed) throw new AppError('conflict', refusals.accountClosed)
    const { due, ...priced } = price(money)
    if (due !== dueIdr) throw new AppError('price_changed', refusals.priceChanged)
    const order = await insertOrder(tx, {
      ...wanted,
      kind: priced.kind,
      currency: 'IDR',
      price: priced.price,
      amount: due,
      credit: priced.credit,
      fromBalance: priced.fromBalance,
      status: 'draft',
      provider: due === 0 ? null : provider,
      createdAt: now,
      expiresAt: daysAfter(now, openDays),
      pollAt: due === 0 ? null : new Date(now.getTime() + draftMs),
    })
    if (due > 0) return { order, created: true }
    await settlement.settle(tx, order, { method: 'credit' }, now)
    return { order: await lockOrder(tx, order.id), created: true }
  })
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

export async function pageOf(database: Database, filter: OrderFilter, { limit = ordersOfPage, cursor }: Query) {
  const [total, found] = await Promise.all([
    countOrders(database, filter),
    pageByTime('orders', { limit, cursor }, (place, take) => listOrders(database, filter, place, take)),
  ])
  return { total, ...found }
}

/** An order as people see it: the answer's schema leaves out the rest. */
export function toRow({ payUrl, createdAt, expiresAt, paidAt, startsAt, endsAt, ...order }: Order) {
  return {
    ...order,
    payUrl: order.status === 'open' ? payUrl : null,
    createdAt: createdAt.toISOString(),
    expiresAt: text(expiresAt),
    paidAt: text(paidAt),
    startsAt: text(startsAt),
    endsAt: text(endsAt),
    receiptNumber: order.receiptNumber === null ? null : receiptNumber(order.receiptNumber),
  }
}

export function toSupportRow(order: Order, payments: readonly Payment[]) {
  const own = payments.filter(({ orderId }) => orderId === order.id)
  return {
    ...toRow(order),
    payments: own.map(({ orderId: _orderId, at, ...payment }) => ({ ...payment, at: at.toISOString() })),
  }
}

function text(at: Date | null): string | null {
  return at?.toISOString() ?? null
}
