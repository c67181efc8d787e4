import { until } from '@rts/local/testing/until'
import { at } from '../../../tests/support/system.ts'
import { ordering, paidOnce, pay } from './buying.ts'
import { holdCall, jobMs, lockRows, sent } from './holding.ts'
import type { Job } from './job.ts'
import { newPerson } from './person.ts'

/** An order, whose page is opened at the provider, and its payment. */
export const payment: Job = {
  name: 'payment',
  phases: ['called', 'asked', 'storing'],
  async begin(world, phase, go) {
    const person = await newPerson(world)
    const order = await ordering(person)
    const orders = () => world.rows('dashboard', 'SELECT id FROM billing_order WHERE account_id = $1', person.accountId)
    const held = phase === 'called' ? null : await holdCall(world, 'midtrans', 'transactions')
    const call = sent(order, go)
    await held?.asked()
    const lock =
      phase === 'storing'
        ? await lockRows(world, 'dashboard', 'SELECT FROM billing_order WHERE account_id = $1', person.accountId)
        : null
    if (lock) await held?.release()
    await lock?.awaited()
    return {
      release: async () => void (await (lock ?? held)?.release()),
      async end() {
        await call.done()
        // Ordering again answers the open order, once its page is there.
        const opened = async () => at((await order().catch(() => null))?.body, 'order', 'status') === 'open'
        await until('the page of the order', opened, jobMs, 1_000)
        const orderId = String((await orders())[0]?.id)
        await pay(world, orderId)
        return paidOnce(world, person, orderId)
      },
    }
  },
}
