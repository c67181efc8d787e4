import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMember, newOwner, type TestMember } from './support/team.ts'
import {
  letterWith,
  newBuyer,
  order,
  ordered,
  orderOf,
  pollNow,
  rowsOf,
  type Shop,
  startShop,
  whenOrder,
  whenPlan,
} from './support/till.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

const cancel = (by: TestMember, orderId: string) => by.op('orders.cancel', { params: { orderId } })
const planOf = async (at: Shop, { accountId }: TestMember) =>
  (await at.operator.call('accounts.get', { params: { accountId } })).account.plan
const stuck = (at: Shop, id: string) =>
  until('the look to be over', async () => {
    const { rows } = await at.database.pool.query(
      `SELECT polled_at IS NOT NULL AND poll_at > $2 AS over FROM billing_order WHERE id = $1`,
      [id, at.calendar.now()],
    )
    return rows[0].over
  })

describe('a provider that does not answer', () => {
  it('leaves a draft, which the job opens once it answers again', async () => {
    const owner = await newBuyer(shop)
    await shop.fail('midtrans', 'http500', 3)
    const made = await ordered(owner)
    expect(made).toMatchObject({ status: 'draft', payUrl: null })
    // Ordering the same again answers it.
    expect((await order(owner)).body).toMatchObject({ created: false, order: { id: made.id } })
    await pollNow(shop, made.id)
    await until('the failure to be counted', async () => {
      const { rows } = await shop.database.pool.query('SELECT fails, poll_at FROM billing_order WHERE id = $1', [
        made.id,
      ])
      return rows[0].fails === 1 && rows[0].poll_at > shop.calendar.now()
    })
    await pollNow(shop, made.id)
    await whenOrder(shop, made.id, 'open')
    expect((await orderOf(owner, made.id)).payUrl).toContain('/pay/midtrans/')
  })

  it.each(['garbage', 'empty', 'rate', 'quota'])('with %s is asked again', async (mode) => {
    const owner = await newBuyer(shop)
    await shop.fail('midtrans', mode)
    const made = await ordered(owner)
    if (mode === 'quota') return expect(made.status).toBe('failed')
    expect(made.status).toBe('draft')
    await pollNow(shop, made.id)
    await whenOrder(shop, made.id, 'open')
  })

  it('while an order is looked at, leaves it as it is', async () => {
    const owner = await newBuyer(shop)
    const made = await ordered(owner)
    await shop.fail('midtrans', 'http500')
    await shop.deal(made.id, { do: 'pay' })
    await until('the failure to be counted', async () => {
      const { rows } = await shop.database.pool.query('SELECT fails FROM billing_order WHERE id = $1', [made.id])
      return rows[0].fails === 1
    })
    expect(await planOf(shop, owner)).toBe('free')
    await pollNow(shop, made.id)
    await whenOrder(shop, made.id, 'paid')
  })

  it('is not asked by every look of a person who waits', async () => {
    const owner = await newBuyer(shop)
    const made = await ordered(owner)
    shop.later(20 / 86_400)
    await shop.fail('midtrans', 'http500', 50)
    const since = new Date(shop.calendar.now().getTime()).toISOString()
    await orderOf(owner, made.id)
    await until('the failure to be counted', async () => {
      const { rows } = await shop.database.pool.query('SELECT fails FROM billing_order WHERE id = $1', [made.id])
      return rows[0].fails === 1
    })
    for (let i = 0; i < 10; i++) await orderOf(owner, made.id)
    const { rows } = await shop.database.pool.query('SELECT poll_at FROM billing_order WHERE id = $1', [made.id])
    expect(rows[0].poll_at.getTime()).toBeGreaterThan(shop.calendar.now().getTime())
    const { calls } = await shop.callsOf('midtrans', since)
    expect(calls.filter(({ path }: { path: string }) => path.includes(made.id))).toHaveLength(1)
    await shop.fail('midtrans', 'http500')
    await pollNow(shop, made.id)
    await until('the fault to be over', async () => {
      const { rows } = await shop.database.pool.query('SELECT fails FROM billing_order WHERE id = $1', [made.id])
      return rows[0].fails === 2
    })
  })
})

describe('a late payment', () => {
  it('after the order expired is honoured at its price', async () => {
    const owner = await newBuyer(shop)
    const made = await ordered(owner)
    await shop.deal(made.id, { do: 'choose', method: 'bca_va', notices: 'never' })
    shop.later(1)
    await whenOrder(shop, made.id, 'expired')
    expect(await orderOf(owner, made.id)).toMatchObject({ status: 'expired', payUrl: null })
    await shop.deal(made.id, { do: 'pay', method: 'bca_va' })
    await whenOrder(shop, made.id, 'paid')
    await whenPlan(shop, owner, 'starter')
  })

  it('without a notice is found within a day', async () => {
    const owner = await newBuyer(shop)
    const made = await ordered(owner)
    shop.later(1)
    await whenOrder(shop, made.id, 'expired')
    await shop.deal(made.id, { do: 'pay', notices: 'never' })
    shop.later(1)
    await whenOrder(shop, made.id, 'paid')
  })

  it('a payment that is under way cannot be cancelled', async () => {
    const owner = await newBuyer(shop)
    const made = await ordered(owner)
    await shop.deal(made.id, { do: 'choose', method: 'bca_va' })
    expect(await cancel(owner, made.id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('under way') },
    })
    await shop.deal(made.id, { do: 'pay', method: 'bca_va' })
    await whenOrder(shop, made.id, 'paid')
    expect(await cancel(owner, made.id)).toMatchObject({ status: 409 })
  })

  it('for an account that was closed goes to review: nothing is given, and support hears of it', async () => {
    const owner = await newBuyer(shop)
    const made = await ordered(owner)
    await shop.operator.call('accounts.close', {
      params: { accountId: owner.accountId },
      body: { confirm: owner.email },
    })
    await whenOrder(shop, made.id, 'cancelled')
    await until('the page to be closed', async () => (await shop.pagesOf(made.id)).pages[0].status === 'cancelled')
    // A bank may pay all the same.
    await shop.deal(made.id, { do: 'pay' })
    await whenOrder(shop, made.id, 'review')
    await letterWith(shop, 'support@shop.example', made.id)
    expect(await planOf(shop, owner)).toBe('free')
    expect(await rowsOf(shop, 'receipt', made.id)).toEqual([])
    const settle = shop.operator.call('orders.settle', { params: { orderId: made.id }, body: { reference: 'late' } })
    await expect(settle).rejects.toMatchObject({ code: 'conflict' })
    const refunded = await shop.operator.call('orders.refund', { params: { orderId: made.id }, body: {} })
    expect(refunded.order.status).toBe('refunded')
  })
})

describe('a payment that does not fit', () => {
  it('of another sum goes to review once, and support settles it', async () => {
    const owner = await newBuyer(shop)
    const made = await ordered(owner)
    await shop.deal(made.id, { do: 'pay', amount: 298_999, notices: 'ten' })
    await whenOrder(shop, made.id, 'review')
    await letterWith(shop, 'support@shop.example', made.id)
    expect(await planOf(shop, owner)).toBe('free')
    await stuck(shop, made.id)
    expect(shop.letters('support@shop.example').filter((letter) => letter.includes(made.id))).toHaveLength(1)
    const settle = () =>
      shop.operator.call('orders.settle', { params: { orderId: made.id }, body: { reference: 'ok-by-support' } })
    expect((await settle()).order).toMatchObject({ status: 'paid', reason: null })
    await whenPlan(shop, owner, 'starter')
    await expect(settle()).rejects.toMatchObject({ code: 'conflict' })
    expect(await rowsOf(shop, 'receipt', made.id)).toHaveLength(1)
  })

  it('of more than 2^31 rupiah is exact', async () => {
    const owner = await newBuyer(shop)
    const made = await ordered(owner)
    await shop.database.pool.query('UPDATE billing_order SET price = $2, amount = $2 WHERE id = $1', [
      made.id,
      5_000_000_001,
    ])
    await shop.deal(made.id, { do: 'pay', amount: 5_000_000_001 })
    await whenOrder(shop, made.id, 'paid')
    expect(await orderOf(owner, made.id)).toMatchObject({ amount: 5_000_000_001 })
    expect((await owner.op('receipts.get', { params: { orderId: made.id } })).body.receipt.total).toBe(5_000_000_001)
  })
})

describe('who may', () => {
  it('a member reads what the account has, and neither orders nor sees orders', async () => {
    const owner = await newOwner(shop.world, 'starter')
    const made = await ordered(owner)
    const member = await newMember(shop.world, owner, 'member')
    expect((await member.op('subscriptions.get', { params: { accountId: owner.accountId } })).status).toBe(200)
    const refused = { status: 403, body: { code: 'role_required' } }
    expect(await order(member)).toMatchObject(refused)
    for (const name of ['orders.get', 'orders.cancel', 'receipts.get'])
      expect(await member.op(name, { params: { orderId: made.id } })).toMatchObject(refused)
    expect(await member.op('subscriptions.update', { body: { nextPlan: 'free' } })).toMatchObject(refused)
    const admin = await newMember(shop.world, owner, 'admin')
    expect((await admin.op('orders.get', { params: { orderId: made.id } })).status).toBe(200)
  })

  it('an order of another account is not there', async () => {
    const [owner, other] = [await newBuyer(shop), await newBuyer(shop)]
    const made = await ordered(owner)
    for (const orderId of [made.id, crypto.randomUUID()])
      for (const name of ['orders.get', 'orders.cancel', 'receipts.get'])
        expect(await other.op(name, { params: { orderId } })).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        })
    expect((await other.op('subscriptions.get', { params: { accountId: owner.accountId } })).status).toBe(404)
    expect((await other.op('orders.list')).body).toMatchObject({ orders: [], total: 0 })
    expect((await owner.op('orders.list')).body.orders).toMatchObject([{ id: made.id }])
  })

  it('the way back from the page says what it likes, and nothing changes', async () => {
    const owner = await newBuyer(shop)
    const made = await ordered(owner)
    const query = `order_id=${made.id}&status_code=200&transaction_status=settlement`
    for (const path of [`/orders/${made.id}?${query}`, `/orders?${query}`]) await owner.browser.get(path)
    expect(await orderOf(owner, made.id)).toMatchObject({ status: 'open' })
    await pollNow(shop, made.id)
    await stuck(shop, made.id)
    expect(await orderOf(owner, made.id)).toMatchObject({ status: 'open' })
    expect(await planOf(shop, owner)).toBe('free')
  })
})
