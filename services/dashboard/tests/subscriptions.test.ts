import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestMember } from './support/team.ts'
import {
  bought,
  letterWith,
  newBuyer,
  order,
  ordered,
  orderOf,
  pollNow,
  quoteOf,
  restOf,
  rowsOf,
  type Shop,
  startShop,
  subscriptionOf,
  whenOrder,
  whenPlan,
} from './support/till.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

const nextPlan = (by: TestMember, plan: string | null) => by.op('subscriptions.update', { body: { nextPlan: plan } })
const offerOf = async (by: TestMember, plan: string) =>
  (await subscriptionOf(by)).offers.find((offer: { plan: string }) => offer.plan === plan)
const days = (one: string, other: string) => (Date.parse(other) - Date.parse(one)) / 86_400_000

describe('what is sold', () => {
  it('nothing beside an open order; once that is cancelled, the upgrade is', async () => {
    const owner = await newBuyer(shop)
    await bought(shop, owner)
    const open = await ordered(owner, 'growth')
    expect((await subscriptionOf(owner)).openOrderId).toBe(open.id)
    expect(await order(owner, 'agency')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('open order') },
    })
    expect((await owner.op('orders.cancel', { params: { orderId: open.id } })).body.order.status).toBe('cancelled')
    expect((await order(owner, 'agency')).status).toBe(200)
  })

  it('an order keeps its price when the file changes', async () => {
    const file = path.join(tmpdir(), `prices-${crypto.randomUUID()}.json`)
    const write = (starter: number) =>
      writeFileSync(file, JSON.stringify({ seller: ['PT Example'], prices: { starter: { 1: starter } } }))
    write(100_000)
    const one = await startShop({ PRICES_FILE: file })
    const owner = await newBuyer(one)
    const made = await ordered(owner)
    write(200_000)
    const dearer = await one.startReplica()
    const there = owner.browser
    expect((await orderOf(owner, made.id)).amount).toBe(100_000)
    await one.deal(made.id, { do: 'pay' })
    await whenOrder(one, made.id, 'paid')
    expect((await owner.op('receipts.get', { params: { orderId: made.id } })).body.receipt).toMatchObject({
      total: 100_000,
      seller: ['PT Example'],
    })
    expect(there && dearer).toBeTruthy()
    // A plan without a price is not sold.
    expect(await order(owner, 'growth')).toMatchObject({ status: 409 })
    await one.stop()
  })

  it('bad orders name the field', async () => {
    const owner = await newBuyer(shop)
    const quote = await quoteOf(owner)
    for (const [wrong, field] of [
      [{ plan: 'free' }, 'plan'],
      [{ months: 3 }, 'months'],
      [{ months: undefined }, 'months'],
      [{ amount: 1 }, 'amount'],
      [{ dueIdr: -1 }, 'dueIdr'],
      [{ quotedAt: 'yesterday' }, 'quotedAt'],
    ] as const) {
      const reply = await owner.op('orders.create', { body: { ...quote, ...wrong } })
      expect(reply.body).toMatchObject({ status: 400, errors: [{ field }] })
    }
  })

  it('is nothing where no provider is set up: the page says where support is', async () => {
    const quiet = await startShop({ PAYMENT_PROVIDER: '' })
    const owner = await newBuyer(quiet)
    const found = await subscriptionOf(owner)
    expect(found).toMatchObject({ checkout: null, supportEmail: 'support@shop.example' })
    expect(found.offers.flatMap(({ prices }: { prices: unknown[] }) => prices)).toEqual([])
    // Its list price is shown all the same.
    expect(found.offers[1]).toMatchObject({ plan: 'starter', listPrices: [{ amountIdr: 299_000 }, { months: 12 }] })
    expect(await order(owner)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('support') } })
    await quiet.stop()
  })

  it('every plan shows its full prices: Free has none, and one that was just bought or is lower keeps them', async () => {
    const owner = await newBuyer(shop)
    const listed = async () =>
      (await subscriptionOf(owner)).offers.map(({ plan, listPrices }: { plan: string; listPrices: unknown[] }) => [
        plan,
        listPrices,
      ])
    const before = await listed()
    expect(before.slice(0, 2)).toEqual([
      ['free', []],
      [
        'starter',
        [
          { months: 1, amountIdr: 299_000 },
          { months: 12, amountIdr: 2_990_000 },
        ],
      ],
    ])
    await bought(shop, owner, 'growth')
    expect(await listed()).toEqual(before)
  })

  it('a credit that is worth more than the new plan is kept, and pays an order alone', async () => {
    const owner = await newBuyer(shop)
    await bought(shop, owner, 'starter', 12)
    const growth = (await offerOf(owner, 'growth')).prices[0]
    expect(growth).toMatchObject({ months: 1, dueIdr: 0, creditIdr: 799_000 })
    const made = await ordered(owner, 'growth')
    expect(made).toMatchObject({ status: 'paid', amount: 0, credit: 799_000, method: 'credit', payUrl: null })
    await whenPlan(shop, owner, 'growth')
    const { balanceIdr } = await subscriptionOf(owner)
    expect(balanceIdr).toBeGreaterThan(2_990_000 - 799_000 - 1_000)
    expect(balanceIdr).toBeLessThanOrEqual(2_990_000 - 799_000)
  })
})

describe('as time goes on', () => {
  it('reminders seven, three, one and no days before, grace for seven days, then Free with a letter', async () => {
    const owner = await newBuyer(shop)
    const { startsAt, endsAt } = await bought(shop, owner)
    const length = days(startsAt, endsAt)
    expect(await order(owner)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('fourteen days') },
    })
    shop.later(length - 7)
    const letter = await letterWith(shop, owner.email, 'Your Starter plan ends in 7 days')
    expect(letter).toMatch(/List-Unsubscribe: <http.*\/unsubscribe\?token=/)
    shop.later(4)
    await letterWith(shop, owner.email, 'Your Starter plan ends in 3 days')
    shop.later(2)
    await letterWith(shop, owner.email, 'Your Starter plan ends tomorrow')
    shop.later(1)
    await letterWith(shop, owner.email, 'Your Starter plan ends today')
    expect(await subscriptionOf(owner)).toMatchObject({ plan: 'starter', isInGrace: true, paidUntil: endsAt })
    expect((await shop.operator.call('accounts.get', { params: { accountId: owner.accountId } })).account.plan).toBe(
      'starter',
    )
    shop.later(7)
    await whenPlan(shop, owner, 'free')
    await letterWith(shop, owner.email, 'Your Starter plan has ended')
    expect(await subscriptionOf(owner)).toMatchObject({ plan: 'free', paidUntil: null, isInGrace: false })
    const subjects = shop.letters(owner.email).map((text) => /^Subject: (.*)$/m.exec(text)?.[1])
    expect(subjects.filter((subject) => subject?.includes('ends'))).toHaveLength(4)
  })

  it('a renewal in grace goes on from the old end, and the plan never stops', async () => {
    const owner = await newBuyer(shop)
    const first = await bought(shop, owner)
    shop.later(days(first.startsAt, first.endsAt) + 3)
    await until('grace', async () => (await subscriptionOf(owner)).isInGrace)
    const offer = (await offerOf(owner, 'starter')).prices[0]
    expect(offer).toMatchObject({ kind: 'renew', startsAt: first.endsAt, dueIdr: 299_000 })
    const second = await bought(shop, owner)
    expect(second).toMatchObject({ kind: 'renew', startsAt: first.endsAt, endsAt: offer.paidUntil })
    expect(await subscriptionOf(owner)).toMatchObject({ plan: 'starter', isInGrace: false, paidUntil: second.endsAt })
  })

  it('one after the grace begins when it is paid', async () => {
    const owner = await newBuyer(shop)
    const first = await bought(shop, owner)
    shop.later(days(first.startsAt, first.endsAt) + 8)
    await whenPlan(shop, owner, 'free')
    const second = await bought(shop, owner)
    expect(second.kind).toBe('new')
    expect(Date.parse(second.startsAt)).toBeGreaterThan(Date.parse(first.endsAt) + 7 * 86_400_000)
  })

  it('a lower plan follows at the end; what is beyond its limits is frozen, not deleted', async () => {
    const owner = await newBuyer(shop)
    const growth = await bought(shop, owner, 'growth')
    expect(await nextPlan(owner, 'agency')).toMatchObject({ status: 400, body: { errors: [{ field: 'nextPlan' }] } })
    expect((await nextPlan(owner, 'starter')).body).toMatchObject({ plan: 'growth', nextPlan: 'starter' })
    expect((await nextPlan(owner, null)).body).toMatchObject({ nextPlan: null })
    await nextPlan(owner, 'starter')
    shop.later(days(growth.startsAt, growth.endsAt))
    await whenPlan(shop, owner, 'starter')
    const rest = await restOf(shop, owner)
    // A downgrade counts from the next day on.
    expect((await rest()).allowance.limit).toBe(400)
    expect(await subscriptionOf(owner)).toMatchObject({ plan: 'starter', isInGrace: true })
    const renewed = await bought(shop, owner, 'starter')
    expect(renewed).toMatchObject({ startsAt: growth.endsAt, kind: 'renew' })
    expect(await subscriptionOf(owner)).toMatchObject({ plan: 'starter', nextPlan: null, isInGrace: false })
  })

  it('Free that was chosen comes at the end, without grace and without reminders', async () => {
    const owner = await newBuyer(shop)
    const made = await bought(shop, owner)
    await nextPlan(owner, 'free')
    shop.later(days(made.startsAt, made.endsAt))
    await whenPlan(shop, owner, 'free')
    await letterWith(shop, owner.email, 'has ended')
    expect(shop.letters(owner.email).some((text) => text.includes('plan ends'))).toBe(false)
    expect(await nextPlan(owner, 'free')).toMatchObject({ status: 409 })
  })

  it('a person who opted out of reminders gets none, and their receipts all the same', async () => {
    const owner = await newBuyer(shop)
    const made = await bought(shop, owner)
    shop.later(days(made.startsAt, made.endsAt) - 7)
    const letter = await letterWith(shop, owner.email, 'ends in 7 days')
    const [, address = ''] = /List-Unsubscribe: <([^>]+)>/.exec(letter) ?? []
    const stopped = await fetch(address, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
    expect(stopped.status).toBe(200)
    shop.later(4)
    await until('the reminder to be dealt with', async () => {
      const { rows } = await shop.database.pool.query('SELECT reminded_days FROM subscription WHERE account_id = $1', [
        owner.accountId,
      ])
      return rows[0].reminded_days === 3
    })
    expect(shop.letters(owner.email).some((text) => text.includes('ends in 3 days'))).toBe(false)
    const renewed = await bought(shop, owner)
    await letterWith(shop, owner.email, `Receipt ${renewed.receiptNumber}`)
  })

  it('receipts have numbers without a gap, many at once and where transactions fail', async () => {
    const owners = await Promise.all(Array.from({ length: 6 }, () => newBuyer(shop)))
    const orders = await Promise.all(owners.map((owner) => ordered(owner)))
    await Promise.all(orders.map(({ id }) => shop.deal(id, { do: 'pay' })))
    await Promise.all(orders.map(({ id }) => whenOrder(shop, id, 'paid')))
    const { rows } = await shop.database.pool.query('SELECT number FROM receipt ORDER BY number')
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, i) => i + 1))
  })
})

describe('the gateway', () => {
  it('is away while a plan is paid, and gives it once it is back', async () => {
    const one = await startShop()
    const owner = await newBuyer(one)
    const made = await ordered(owner)
    await one.stopGateway()
    await one.deal(made.id, { do: 'pay', notices: 'never' })
    await pollNow(one, made.id)
    await whenOrder(one, made.id, 'paid')
    const before = await one.gatewayDatabase.pool.query('SELECT plan FROM account WHERE id = $1', [owner.accountId])
    expect(before.rows).toEqual([{ plan: 'free' }])
    await one.startReplica()
    await whenPlan(one, owner, 'starter')
    await one.stop()
  })

  it('an older fact after a newer one is dropped', async () => {
    const owner = await newBuyer(shop)
    await bought(shop, owner)
    await bought(shop, owner, 'growth')
    const { rows } = await shop.database.pool.query(
      `SELECT id, version, state FROM facts.event WHERE aggregate = $1 ORDER BY version`,
      [`subscription:${owner.accountId}`],
    )
    expect(rows.map(({ state }) => state.plan)).toEqual(['starter', 'growth'])
    // The first one is sent again, as by a relay that has lost its answer.
    await shop.database.pool.query(`UPDATE facts.delivery SET done_at = NULL, next_at = now() WHERE event_id = $1`, [
      rows[0].id,
    ])
    await until('it to be delivered', async () => {
      const found = await shop.database.pool.query('SELECT done_at FROM facts.delivery WHERE event_id = $1', [
        rows[0].id,
      ])
      return found.rows[0].done_at !== null
    })
    await whenPlan(shop, owner, 'growth')
  })

  it('gives an account that is closed nothing, and one that it does not know is no error', async () => {
    const owner = await newBuyer(shop)
    await bought(shop, owner)
    const { accountId } = owner
    await shop.operator.call('accounts.close', { params: { accountId }, body: { confirm: owner.email } })
    for (const id of [accountId, crypto.randomUUID()]) {
      const { rows } = await shop.database.pool.query(
        `WITH written AS (
           INSERT INTO facts.event (id, aggregate, version, type, state)
           SELECT gen_random_uuid()::text, 'subscription:' || $1, 9, type, state || jsonb_build_object('id', $1::text, 'plan', 'scale')
           FROM facts.event WHERE aggregate = $2 AND version = 1 RETURNING id)
         INSERT INTO facts.delivery (event_id, consumer) SELECT id, 'gateway.subscriptions' FROM written RETURNING id`,
        [id, `subscription:${accountId}`],
      )
      await until('the fact to be taken', async () => {
        const found = await shop.database.pool.query('SELECT done_at FROM facts.delivery WHERE id = $1', [rows[0].id])
        return found.rows[0].done_at !== null
      })
    }
    const { account } = await shop.operator.call('accounts.get', { params: { accountId } })
    expect(account).toMatchObject({ status: 'closed', plan: 'starter' })
  })

  it('a plan that the operator set by hand stays until the next payment', async () => {
    const owner = await newBuyer(shop)
    await bought(shop, owner)
    await shop.operator.call('accounts.update', { params: { accountId: owner.accountId }, body: { plan: 'scale' } })
    expect(await subscriptionOf(owner)).toMatchObject({ plan: 'starter' })
    await bought(shop, owner, 'growth')
    const { entries } = await shop.operator.call('audit.list', { params: { accountId: owner.accountId }, query: {} })
    expect(entries.filter(({ action }) => action === 'plan.changed').map(({ actor }) => actor)).toEqual([
      'dashboard',
      'operator',
      'dashboard',
    ])
  })
})

describe('money back', () => {
  const refund = (orderId: string, body: { amount?: number; paymentId?: string; reference?: string } = {}) =>
    shop.operator.call('orders.refund', { params: { orderId }, body })

  it('the whole of it ends the plan and gives the credit back', async () => {
    const owner = await newBuyer(shop)
    await bought(shop, owner, 'starter')
    const made = await bought(shop, owner, 'growth')
    const { order: refunded } = await refund(made.id)
    expect(refunded).toMatchObject({ status: 'refunded', payments: [{ status: 'refunded' }] })
    await whenPlan(shop, owner, 'free')
    expect(await subscriptionOf(owner)).toMatchObject({ plan: 'free', paidUntil: null, balanceIdr: made.credit })
    await expect(refund(made.id)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('a part leaves the plan; the same part again, before it is seen, counts once', async () => {
    const owner = await newBuyer(shop)
    const made = await bought(shop, owner)
    const { order: once } = await refund(made.id, { amount: 100_000 })
    expect(once).toMatchObject({ status: 'paid', payments: [{ status: 'paid', refunded: 100_000 }] })
    // The refund is deleted here: the provider still knows the key.
    await shop.database.pool.query('UPDATE payment SET refunded = 0 WHERE order_id = $1', [made.id])
    const { order: again } = await refund(made.id, { amount: 100_000 })
    expect(again.payments).toMatchObject([{ refunded: 100_000 }])
    await expect(refund(made.id, { amount: 199_001 })).rejects.toMatchObject({ code: 'invalid_input' })
    expect((await refund(made.id, { amount: 199_000 })).order).toMatchObject({ status: 'refunded' })
    await whenPlan(shop, owner, 'free')
  })

  it('a virtual account is paid back by hand, with the reference of the transfer', async () => {
    const owner = await newBuyer(shop)
    const made = await ordered(owner)
    await shop.deal(made.id, { do: 'pay', method: 'bca_va' })
    await whenOrder(shop, made.id, 'paid')
    await expect(refund(made.id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('by hand'),
    })
    expect((await orderOf(owner, made.id)).status).toBe('paid')
    expect((await refund(made.id, { reference: 'BCA-778' })).order.status).toBe('refunded')
    await whenPlan(shop, owner, 'free')
  })

  it('a refund made at the provider is heard of', async () => {
    const owner = await newBuyer(shop)
    const made = await bought(shop, owner)
    await shop.deal(made.id, { do: 'refund' })
    await whenOrder(shop, made.id, 'refunded')
    await whenPlan(shop, owner, 'free')
    expect(await rowsOf(shop, 'receipt', made.id)).toHaveLength(1)
  })
})

describe('invoices of support', () => {
  it('are paid once their money is there, like any order', async () => {
    const owner = await newBuyer(shop)
    const body = { accountId: owner.accountId, plan: 'agency', months: 12, usdCents: 190_000 } as const
    const made = await shop.operator.call('invoices.create', { body })
    expect(made).toMatchObject({
      created: true,
      order: { currency: 'USD', amount: 190_000, status: 'open', kind: 'invoice', payUrl: null },
    })
    expect((await shop.operator.call('invoices.create', { body })).created).toBe(false)
    // The owner sees it, and may order something else meanwhile.
    expect((await owner.op('orders.list')).body.orders).toMatchObject([{ id: made.order.id }])
    expect((await subscriptionOf(owner)).openOrderId).toBeNull()
    expect((await owner.op('orders.cancel', { params: { orderId: made.order.id } })).status).toBe(409)
    const settle = (reference: string) =>
      shop.operator.call('orders.settle', { params: { orderId: made.order.id }, body: { reference } })
    expect((await settle('WIRE/2027-1')).order).toMatchObject({
      status: 'paid',
      payments: [{ provider: 'manual', amount: 190_000 }],
    })
    expect((await settle('WIRE/2027-1')).order.status).toBe('paid')
    await expect(settle('WIRE/2027-2')).rejects.toMatchObject({ code: 'conflict' })
    await whenPlan(shop, owner, 'agency')
    const { receipt } = (await owner.op('receipts.get', { params: { orderId: made.order.id } })).body
    expect(receipt).toMatchObject({ currency: 'USD', total: 190_000, method: 'transfer' })
    await letterWith(shop, owner.email, 'US$1,900.00')
    const listed = await shop.operator.call('allOrders.list', { query: { accountId: owner.accountId } })
    expect(listed).toMatchObject({ total: 1, orders: [{ id: made.order.id, accountId: owner.accountId }] })
  })
})
