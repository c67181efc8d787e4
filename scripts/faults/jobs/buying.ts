import { until } from '@rts/local/testing/until'
import { at } from '../../../tests/support/system.ts'
import type { World } from '../world.ts'
import { counted, jobMs, together } from './holding.ts'
import type { Person } from './person.ts'

const dueIdr = 299_000

/** The call with which a person orders a month of Starter. */
export async function ordering({ op, accountId }: Person) {
  const { quotedAt } = (await op('subscriptions.get', { params: { accountId } })).body
  const body = { plan: 'starter', months: 1, quotedAt, dueIdr }
  return () => op('orders.create', { body })
}

/** Pays an order on its page as a person does; answers the statuses of the provider's notices. */
export async function pay(world: World, orderId: string): Promise<unknown> {
  return at(await world.outside.send('POST', '/control/payments', { orderId, do: 'pay', method: 'qris' }), 'notices')
}

/** Waits until the order is paid and its plan is there, and says what was credited otherwise than once. */
export async function paidOnce(world: World, { accountId, op }: Person, orderId: string) {
  // A person who is back from the provider's page looks at the order.
  const isPaid = async () =>
    at((await op('orders.get', { params: { orderId } }).catch(() => null))?.body, 'order', 'status') === 'paid'
  await until('the order to be paid', isPaid, jobMs, 1_000)
  const plan = async () => (await world.rows('gateway', 'SELECT plan FROM account WHERE id = $1', accountId))[0]?.plan
  await until('the plan', async () => (await plan()) === 'starter', jobMs, 200)
  const [seen] = await world.rows(
    'dashboard',
    `SELECT (SELECT count(*)::int FROM billing_order WHERE account_id = $1 AND status <> 'failed') AS orders,
       (SELECT count(*)::int FROM payment p JOIN billing_order o ON o.id = p.order_id WHERE o.account_id = $1) AS payments,
       (SELECT count(*)::int FROM receipt WHERE account_id = $1) AS receipts,
       (SELECT count(*)::int FROM credit_entry WHERE account_id = $1) AS credits,
       (SELECT round(extract(epoch FROM paid_until - now()) / 86400)::int FROM subscription WHERE account_id = $1) AS days`,
    accountId,
  )
  return together(
    counted('orders', seen?.orders, 1),
    counted('payments', seen?.payments, 1),
    counted('receipts', seen?.receipts, 1),
    counted('credits', seen?.credits, 0),
    counted('days that were paid for', seen?.days, 28, 31),
  )
}
