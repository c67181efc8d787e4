import { z } from 'zod'
import { planSchema } from '../../plans.ts'
import * as f from '../fields.ts'
import { defineOperations, managers } from '../operation.ts'
import {
  amount,
  listedOrderRow,
  months,
  offerRow,
  orderRow,
  paidPlan,
  paymentProvider,
  receiptRow,
} from '../rows/billing.ts'

const plan = planSchema.exclude(['guest'])
const orderParams = z.strictObject({ orderId: f.idParam })
const people = { owner: 'dashboard', callers: ['person'], roles: managers } as const
const operator = { owner: 'dashboard', callers: ['operator'] } as const
/** A bank's reference or an invoice number. */
const reference = z
  .string()
  .regex(/^[\w.:/-]{1,64}$/, 'must have 1 to 64 letters, digits, dots, colons, slashes or hyphens')

const subscription = z.object({
  plan,
  /** Null: nothing is paid for. */
  paidUntil: f.timestamp.nullable(),
  /** Last moment on the plan without another payment. */
  graceUntil: f.timestamp.nullable(),
  isInGrace: z.boolean(),
  nextPlan: plan.nullable(),
  months: months.nullable(),
  renewableFrom: f.timestamp.nullable(),
  openOrderId: f.id.nullable(),
  /** Left of earlier payments, in rupiah. */
  balanceIdr: amount,
  /** The prices' moment, named by orders. */
  quotedAt: f.timestamp,
  offers: z.array(offerRow),
  /** Null: only support sells. */
  checkout: paymentProvider.nullable(),
  /** No real money is paid. */
  isSandbox: z.boolean(),
  supportEmail: z.string().nullable(),
})

export const billingOperations = defineOperations({
  'subscriptions.get': {
    owner: 'dashboard',
    kind: 'read',
    scope: 'account',
    summary: 'The plan that is paid for, and the price of each plan now',
    callers: ['person'],
    params: z.strictObject({ accountId: f.idParam }),
    response: subscription,
  },
  'subscriptions.update': {
    ...people,
    kind: 'write',
    scope: 'account',
    summary: 'Choose the lower plan that follows at the end of what is paid; null undoes it',
    body: z.strictObject({ nextPlan: plan.nullable() }),
    response: subscription,
  },
  'orders.create': {
    ...people,
    kind: 'write',
    scope: 'account',
    summary:
      'Order a plan at the price that was shown; the open order for the same is answered as it is, beside another one it is a conflict',
    body: z.strictObject({
      plan: paidPlan,
      months,
      quotedAt: f.timestamp,
      /** As shown; only compared: another amount is `price_changed`. */
      dueIdr: amount,
    }),
    response: z.object({ order: orderRow, created: z.boolean() }),
  },
  'orders.get': {
    ...people,
    kind: 'read',
    scope: 'account',
    summary: 'An order; an open one is looked at again if it was not just now',
    params: orderParams,
    response: z.object({ order: orderRow }),
  },
  'orders.list': {
    ...people,
    kind: 'read',
    scope: 'account',
    summary: 'Orders of the account, the newest first',
    query: z.strictObject(f.paging),
    response: z.object({ orders: z.array(orderRow), ...f.paged }),
  },
  'orders.cancel': {
    ...people,
    kind: 'write',
    scope: 'account',
    summary: 'Cancel an order that is not paid; not while a payment is under way',
    params: orderParams,
    response: z.object({ order: orderRow }),
  },
  'receipts.get': {
    ...people,
    kind: 'read',
    scope: 'account',
    summary: 'The receipt of a paid order',
    params: orderParams,
    response: z.object({ receipt: receiptRow }),
  },
  'allOrders.list': {
    ...operator,
    kind: 'read',
    summary: 'Orders of all accounts with their payments, the newest first',
    query: z.strictObject({
      accountId: f.idParam.optional(),
      orderId: f.idParam.optional(),
      status: orderRow.shape.status.optional(),
      ...f.paging,
    }),
    response: z.object({ orders: z.array(listedOrderRow), ...f.paged }),
  },
  'invoices.create': {
    ...operator,
    kind: 'write',
    summary: 'Make an order that support invoices in US dollars; the open one for the same is answered as it is',
    body: z.strictObject({ accountId: f.idParam, plan: paidPlan, months, usdCents: z.int().min(1).max(100_000_000) }),
    response: z.object({ order: orderRow, created: z.boolean() }),
  },
  'orders.settle': {
    ...operator,
    kind: 'write',
    summary: 'The money of an order has arrived: it is paid, as if the provider had said so',
    params: orderParams,
    body: z.strictObject({ reference }),
    response: z.object({ order: listedOrderRow }),
  },
  'orders.refund': {
    ...operator,
    kind: 'write',
    summary: 'Give money back: by the provider, or with a reference as sent by hand; the whole of it ends the period',
    params: orderParams,
    body: z.strictObject({
      /** Default: the whole payment. */
      amount: amount.min(1).optional(),
      /** Default: the payment that paid the order. */
      paymentId: z.string().min(1).max(100).optional(),
      reference: reference.optional(),
    }),
    response: z.object({ order: listedOrderRow }),
  },
})
