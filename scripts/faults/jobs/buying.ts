import { until } from '@rts/local/testing/until'
import { newLogin } from '../../../tests/support/person.ts'
import { signInAs } from '../../../tests/support/person-calls.ts'
import { at } from '../../../tests/support/system.ts'
import { type Count, jobMs, type Query, said } from '../verdict.ts'
import type { World } from '../world.ts'
import { type Job, jobOf } from './job.ts'

const dueIdr = 299_000
const ofAccount = 'SELECT id FROM billing_order WHERE account_id = $1'

type Person = Awaited<ReturnType<typeof newPerson>>

/** Somebody who has just signed in, with an account of their own on Free. */
export async function newPerson(world: World) {
  const login = newLogin()
  const { account } = await world.operator.call('accounts.create', { body: { email: login.email, plan: 'free' } })
  await world.operator.call('persons.create', { body: { ...login, name: 'Ada' } })
  return { world, accountId: account.id, ...(await signInAs(world, login, account.id)) }
}

/** The call with which a person orders a month of Starter; ordering again answers the open order, once its page is there. */
export async function ordering({ op, accountId }: Person) {
  const { quotedAt } = (await op('subscriptions.get', { params: { accountId } })).body
  const order = () => op('orders.create', { body: { plan: 'starter', months: 1, quotedAt, dueIdr } })
  const opened = async () => {
    const body = (await order().catch(() => null))?.body
    return at(body, 'order', 'status') === 'open' && String(at(body, 'order', 'id'))
  }
  return { order, opened: () => until('the page of the order', opened, jobMs, 1_000) }
}

/** Pays an order on its page as a person does. */
async function pay(world: World, orderId: string) {
  await world.outside.send('POST', '/control/payments', { orderId, do: 'pay', method: 'qris' })
  return { status: 200, body: {} }
}

/** The order is paid, its plan is there, and no more was credited. */
function paidOnce({ accountId, op }: Person, orderId: string): Count[] {
  const onPlan = `SELECT count(*) FROM account WHERE id = $1 AND plan = 'starter'`
  const counted = (sql: string): Query => ['dashboard', sql, accountId]
  const payments = 'SELECT count(*) FROM payment p JOIN billing_order o ON o.id = p.order_id WHERE o.account_id = $1'
  const days = 'SELECT round(extract(epoch FROM paid_until - now()) / 86400) FROM subscription WHERE account_id = $1'
  return [
    // A person who is back from the provider's page looks at the order.
    said('paid orders', () => op('orders.get', { params: { orderId } }), ['order', 'status'], ['paid']),
    ['accounts with the plan', ['gateway', onPlan, accountId], 1],
    ['orders', counted(`SELECT count(*) FROM (${ofAccount} AND status <> 'failed') AS made`), 1],
    ['payments', counted(payments), 1],
    ['receipts', counted('SELECT count(*) FROM receipt WHERE account_id = $1'), 1],
    ['credits', counted('SELECT count(*) FROM credit_entry WHERE account_id = $1'), 0],
    ['days that were paid for', counted(days), 28, 31],
  ]
}

/** An order, whose page is opened at the provider, and its payment. */
const payment = jobOf({
  name: 'payment',
  async prepare(world) {
    const person = await newPerson(world)
    return { ...person, ...(await ordering(person)) }
  },
  call: ({ order }) => order(),
  asks({ world, accountId }) {
    const id = async () => (await world.rows('dashboard', ofAccount, accountId))[0]?.id
    return { provider: 'midtrans', path: 'transactions', word: async () => String(await until('the order', id, jobMs)) }
  },
  stores: ({ accountId }) => ['dashboard', ofAccount, accountId],
  async end(own) {
    const orderId = await own.opened()
    await pay(own.world, orderId)
    return paidOnce(own, orderId)
  },
})

/** The notice of a payment. The provider does not repeat it; the person who paid looks at the order. */
const notice = jobOf({
  name: 'notice of a payment',
  async prepare(world) {
    const person = await newPerson(world)
    return { ...person, orderId: await (await ordering(person)).opened() }
  },
  call: ({ world, orderId }) => pay(world, orderId),
  asks: ({ orderId }) => ({ provider: 'midtrans', path: 'status', word: () => orderId }),
  stores: ({ accountId }) => ['dashboard', ofAccount, accountId],
  end: (own) => paidOnce(own, own.orderId),
})

/** Jobs that take money. */
export const buying: readonly Job[] = [notice, payment]
