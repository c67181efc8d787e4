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
    const ofAccount = 'SELECT id FROM billing_order WHERE account_id = $1'
    const orderId = () =>
      until('the order', async () => (await world.rows('dashboard', ofAccount, person.accountId))[0]?.id, jobMs)
    const held = phase === 'called' ? null : await holdCall(world, 'midtrans', 'transactions')
    const call = sent(order, go)
    await held?.asked(String(await orderId()))
    const lock = phase === 'storing' ? await lockRows(world, 'dashboard', ofAccount, person.accountId) : null
    if (lock) await held?.release()
    await lock?.awaited()
    return {
      release: async () => void (await (lock ?? held)?.release()),
      async end() {
        await call.done()
        // Ordering again answers the open order, once its page is there.
        const opened = async () => at((await order().catch(() => null))?.body, 'order', 'status') === 'open'
        await until('the page of the order', opened, jobMs, 1_000)
        const id = String(await orderId())
        await pay(world, id)
        return paidOnce(world, person, id)
      },
    }
  },
}
