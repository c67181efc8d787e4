import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import { lockAccount } from '../data/locked-account.ts'
import {
  lockOrder,
  noSuchOrder,
  type Order,
  orderColumns,
  type Payment,
  type ProviderName,
  paymentsOf,
} from './orders.sql.ts'
import { daysAfter } from './rules/months.ts'
import type { Months, PaidPlan, Price } from './rules/offers.ts'
import type { OrderStatus } from './rules/order-states.ts'
import type { Settlement } from './settlement.ts'
import { type Money, moneyOf } from './subscriptions.ts'

export type Wish = {
  accountId: string
  personId: string
  email: string
  plan: PaidPlan
  months: Months
  dueIdr: number
}
export type Invoice = { accountId: string; email: string; plan: PaidPlan; months: Months; usdCents: number }
export type Made = { order: Order; created: boolean }
export type Place = { at: Date; id: string } | null
export type OrderFilter = {
  accountId?: string | undefined
  orderId?: string | undefined
  status?: OrderStatus | undefined
}
export type OrderStore = ReturnType<typeof createOrderStore>
/** What an order has from the start. */
type NewOrder = Pick<Order, 'accountId' | 'email' | 'kind' | 'plan' | 'months' | 'status' | 'provider'> &
  Pick<Order, 'currency' | 'price' | 'amount' | 'credit' | 'fromBalance' | 'createdAt' | 'expiresAt'> & {
    personId: string | null
    lookAt: Date | null
  }

/** How long the provider's page may be paid on. */
const openDays = 1
/** A draft that is older was left by a process that ended. */
const draftMs = 60_000

/** Orders of accounts. Those of one account are made one after the other. */
export function createOrderStore(pool: Pool, settlement: Settlement) {
  return {
    /**
     * Makes an order at the price that `priceOf` works out under the account’s lock. The open one for the same is answered as it is;
     * what costs nothing is paid at once. Throws `price_changed` where `dueIdr` is not that price, `conflict`, and what `priceOf` throws.
     */
    create: (wish: Wish, provider: ProviderName, now: Date, priceOf: (money: Money) => Price) =>
      inTransaction(pool, async (client): Promise<Made> => {
        await lockAccount(client, wish.accountId)
        const open = await findOpen(client, wish.accountId, false)
        const isSame = open?.plan === wish.plan && open.months === wish.months && open.amount === wish.dueIdr
        if (open && isSame) return { order: open, created: false }
        if (open) throw new AppError('conflict', 'There is an open order already: pay it or cancel it first')
        const money = await moneyOf(client, wish.accountId, now)
        if (money.isClosed) throw new AppError('conflict', 'This account is closed')
        const { kind, price, due, credit, fromBalance } = priceOf(money)
        if (due !== wish.dueIdr)
          throw new AppError('price_changed', 'The price has changed: check the amount, then pay')
        const order = await insert(client, {
          ...{
            ...wish,
            kind,
            price,
            credit,
            fromBalance,
            amount: due,
            currency: 'IDR',
            status: 'draft',
            createdAt: now,
          },
          ...{ provider: due === 0 ? null : provider, expiresAt: daysAfter(now, openDays) },
          lookAt: due === 0 ? null : new Date(now.getTime() + draftMs),
        })
        if (due === 0) await settlement.settleFree(client, order, now)
        return { order: await lockOrder(client, order.id), created: true }
      }),

    /** Makes an order that support invoices. Throws `conflict`. */
    invoice: ({ usdCents, ...wish }: Invoice, now: Date) =>
      inTransaction(pool, async (client): Promise<Made> => {
        await lockAccount(client, wish.accountId)
        const open = await findOpen(client, wish.accountId, true)
        const isSame = open?.plan === wish.plan && open.months === wish.months && open.amount === usdCents
        if (open && isSame) return { order: open, created: false }
        if (open)
          throw new AppError(
            'conflict',
            `The account has another open invoice, ${open.id}: settle it or cancel it first`,
          )
        const common = { personId: null, kind: 'invoice', currency: 'USD', status: 'open', provider: null } as const
        const nothing = { credit: 0, fromBalance: 0, expiresAt: null, lookAt: null }
        const order = { ...wish, ...common, ...nothing, price: usdCents, amount: usdCents, createdAt: now }
        return { order: await insert(client, order), created: true }
      }),

    /** Throws `not_found`. */
    async require(accountId: string, id: string): Promise<Order> {
      const found = await pool.query<Order>(
        `SELECT ${orderColumns} FROM billing_order o WHERE o.id = $2 AND o.account_id = $1`,
        [accountId, id],
      )
      if (!found.rows[0]) throw noSuchOrder()
      return found.rows[0]
    },

    /** The order that a person has to finish before another. */
    openOf: (accountId: string) => findOpen(pool, accountId, false),

    /** The newest first, those before `place`. */
    async list({ accountId, orderId, status }: OrderFilter, place: Place, take: number): Promise<Order[]> {
      const found = await pool.query<Order>(
        `SELECT ${orderColumns} FROM billing_order o WHERE ${filtered}
           AND ($4::timestamptz IS NULL OR (o.created_at, o.id) < ($4, $5)) ORDER BY o.created_at DESC, o.id DESC LIMIT $6`,
        [accountId ?? null, orderId ?? null, status ?? null, place?.at ?? null, place?.id ?? null, take],
      )
      return found.rows
    },

    async count({ accountId, orderId, status }: OrderFilter): Promise<number> {
      const found = await pool.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM billing_order o WHERE ${filtered}`,
        [...[accountId ?? null, orderId ?? null, status ?? null]],
      )
      return found.rows[0]?.n ?? 0
    },

    payments: (orderIds: readonly string[]): Promise<(Payment & { orderId: string })[]> => paymentsOf(pool, orderIds),
  }
}

const filtered = `($1::text IS NULL OR o.account_id = $1) AND ($2::text IS NULL OR o.id = $2) AND ($3::text IS NULL OR o.status = $3)`

async function findOpen(db: Pool | PoolClient, accountId: string, isInvoice: boolean): Promise<Order | undefined> {
  const found = await db.query<Order>(
    `SELECT ${orderColumns} FROM billing_order o
     WHERE o.account_id = $1 AND o.status IN ('draft', 'open') AND (o.kind = 'invoice') = $2`,
    [accountId, isInvoice],
  )
  return found.rows[0]
}

async function insert(client: PoolClient, order: NewOrder): Promise<Order> {
  const id = randomUUID()
  await client.query(
    `INSERT INTO billing_order (id, account_id, person_id, email, kind, plan, months, currency, price, amount, credit, from_balance,
       status, provider, created_at, expires_at, look_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      ...[id, order.accountId, order.personId, order.email, order.kind, order.plan, order.months, order.currency],
      ...[order.price, order.amount, order.credit, order.fromBalance, order.status, order.provider],
      ...[order.createdAt, order.expiresAt, order.lookAt],
    ],
  )
  return lockOrder(client, id)
}
