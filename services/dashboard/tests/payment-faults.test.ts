import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdAccount } from './support/team.ts'
import { newBuyer, ordered, pollNow, rowsOf, type Shop, startShop, whenOrder, whenPlan } from './support/till.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop({}, { inProcesses: true })
}, 120_000)
afterAll(() => shop.stop())

/** Ends the leases of a killed process, as time does. */
const leaseEnds = (id: string) =>
  shop.database.pool.query('UPDATE billing_order SET lease_until = clock_timestamp() WHERE id = $1', [id])
const effects = async (id: string) => ({
  receipts: (await rowsOf(shop, 'receipt', id)).length,
  payments: (await rowsOf(shop, 'payment', id)).length,
})

describe('kill -9 of the dashboard', () => {
  it('after the notice was taken, changes nothing in the end', async () => {
    const owner = await newBuyer(shop)
    const { id } = await ordered(owner)
    // The provider is slow to answer, so that the process dies between the notice and the plan.
    await shop.fail('midtrans', 'timeout')
    const since = new Date().toISOString()
    expect((await shop.deal(id, { do: 'pay' })).notices).toEqual([200])
    await until('the provider to be asked', async () => {
      const { calls } = await shop.callsOf('midtrans', since)
      return calls.some(({ path }: { path: string }) => path.includes(id))
    })
    await shop.kill()
    const { rows } = await shop.database.pool.query('SELECT status FROM billing_order WHERE id = $1', [id])
    expect(rows).toEqual([{ status: 'open' }])
    await leaseEnds(id)
    await shop.startDashboard()
    await whenOrder(shop, id, 'paid')
    await whenPlan(shop, owner, 'starter')
    expect(await effects(id)).toEqual({ receipts: 1, payments: 1 })
  }, 120_000)

  it('between the provider’s word and what it changes, leaves all of it or nothing', async () => {
    const replica = await shop.startKillable()
    const owner = await newBuyer(shop)
    // The first dashboard was killed: its page is asked through the replica.
    const made = await fetchOrder(replica.url, owner)
    await shop.deal(made, { do: 'pay', notices: 'never' })
    // The process that applies the payment waits here for the account, with the provider’s answer in hand.
    const held = await holdAccount(shop.world, owner.accountId)
    await pollNow(shop, made)
    await held.queued(1)
    await replica.kill()
    await held.release()
    await leaseEnds(made)
    await shop.startDashboard()
    await whenOrder(shop, made, 'paid')
    await whenPlan(shop, owner, 'starter')
    expect(await effects(made)).toEqual({ receipts: 1, payments: 1 })
  }, 120_000)
})

async function fetchOrder(url: string, owner: Awaited<ReturnType<typeof newBuyer>>): Promise<string> {
  const browser = shop.browser(url)
  for (const [name, value] of owner.browser.cookies) browser.cookies.set(name, value)
  const body = { plan: 'starter', months: 1, quotedAt: shop.calendar.now().toISOString(), dueIdr: 299_000 }
  const reply = await browser.op('orders.create', { body }, { 'x-account': owner.accountId })
  if (reply.status !== 200) throw new Error(`orders.create: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body.order.id
}

it('no key, token or signature is in a log or a fact', async () => {
  const secrets = [Buffer.from('sandbox:').toString('base64'), 'signature_key', 'x-callback-token']
  for (const secret of secrets) expect(shop.logs()).not.toContain(secret)
  const { rows } = await shop.database.pool.query(`SELECT string_agg(state::text, ' ') AS facts FROM facts.event`)
  for (const secret of secrets) expect(rows[0].facts).not.toContain(secret)
})
