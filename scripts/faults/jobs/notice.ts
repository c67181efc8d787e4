import { until } from '@rts/local/testing/until'
import { at } from '../../../tests/support/system.ts'
import { ordering, paidOnce, pay } from './buying.ts'
import { holdCall, jobMs, lockRows } from './holding.ts'
import type { Job } from './job.ts'
import { newPerson } from './person.ts'

/** The notice of a payment. The provider does not repeat it; the person who paid looks at the order. */
export const notice: Job = {
  name: 'notice of a payment',
  phases: ['called', 'asked', 'storing'],
  async begin(world, phase, go) {
    const person = await newPerson(world)
    const order = await ordering(person)
    const opened = async () => {
      const { body } = await order()
      return at(body, 'order', 'status') === 'open' && String(at(body, 'order', 'id'))
    }
    const orderId = await until('the page of the order', opened, jobMs, 1_000)
    const held = phase === 'asked' ? await holdCall(world, 'midtrans', 'status') : null
    const lock =
      phase === 'storing'
        ? await lockRows(world, 'dashboard', 'SELECT FROM billing_order WHERE id = $1', orderId)
        : null
    const paying = go.then(() => pay(world, orderId))
    await held?.asked(orderId)
    await lock?.awaited()
    return {
      release: async () => void (await (lock ?? held)?.release()),
      async end() {
        await paying
        return paidOnce(world, person, orderId)
      },
    }
  },
}
