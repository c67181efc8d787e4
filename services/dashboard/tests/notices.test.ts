import { createHash, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestMember } from './support/team.ts'
import { newBuyer, ordered, rowsOf, type Shop, startShop, whenOrder, whenPlan } from './support/till.ts'

let shop: Shop
let replica: string
beforeAll(async () => {
  shop = await startShop()
  replica = await shop.startReplica()
})
afterAll(() => shop.stop())

const buyer = async (): Promise<{ owner: TestMember; id: string }> => {
  const owner = await newBuyer(shop)
  return { owner, id: (await ordered(owner)).id }
}
const noticesOf = (orderId: string) => rowsOf(shop, 'webhook_inbox', orderId)
/** Everything that money has done for an order. */
const doneFor = async (orderId: string) => ({
  receipts: (await rowsOf(shop, 'receipt', orderId)).length,
  payments: (await rowsOf(shop, 'payment', orderId)).length,
  credit: (await rowsOf(shop, 'credit_entry', orderId)).length,
})
const once = { receipts: 1, payments: 1, credit: 0 }

type Notice = Record<string, string>
/** A notice as Midtrans signs it. */
function signed(orderId: string, more: Notice = {}, key = 'sandbox'): Notice {
  const body = {
    order_id: orderId,
    status_code: '200',
    gross_amount: '299000.00',
    transaction_status: 'settlement',
    ...more,
  }
  const signature_key = createHash('sha512')
    .update(`${body.order_id}${body.status_code}${body.gross_amount}${key}`)
    .digest('hex')
  return { transaction_id: randomUUID(), payment_type: 'qris', currency: 'IDR', ...body, signature_key }
}
const post = async (body: unknown, { path = '/webhooks/midtrans', headers = {}, url = shop.url } = {}) => {
  const sent = { 'content-type': 'application/json', ...headers }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const reply = await fetch(url + path, { method: 'POST', headers: sent, body: text })
  return { status: reply.status, text: await reply.text() }
}
/** The order has not changed, and is not due for a poll. */
async function expectUntouched(orderId: string) {
  await delay(0)
  expect(await noticesOf(orderId)).toEqual([])
  expect(await rowsOf(shop, 'payment', orderId)).toEqual([])
  const { rows } = await shop.database.pool.query('SELECT status, asked FROM billing_order WHERE id = $1', [orderId])
  expect(rows).toEqual([{ status: 'open', asked: 0 }])
}

describe('notices that are true', () => {
  it('twice, the order is paid once', async () => {
    const { owner, id } = await buyer()
    expect((await shop.deal(id, { do: 'pay', notices: 'twice' })).notices).toEqual([200, 200])
    await whenOrder(shop, id, 'paid')
    await whenPlan(shop, owner, 'starter')
    expect(await noticesOf(id)).toHaveLength(1)
    expect(await doneFor(id)).toEqual(once)
  })

  it('ten at once, over two replicas, the order is paid once', async () => {
    const { owner, id } = await buyer()
    await shop.deal(id, { do: 'pay', notices: 'never' })
    const bodies = Array.from({ length: 10 }, (_, i) => signed(id, { transaction_id: `t${i}` }))
    const replies = await Promise.all(bodies.map((body, i) => post(body, { url: i % 2 === 0 ? shop.url : replica })))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    await whenOrder(shop, id, 'paid')
    await whenPlan(shop, owner, 'starter')
    await until('the notices to be looked at', async () => {
      const { rows } = await shop.database.pool.query(
        'SELECT poll_at > now() AS done FROM billing_order WHERE id = $1',
        [id],
      )
      return rows[0].done
    })
    expect(await doneFor(id)).toEqual(once)
  })

  it('settlement before pending, the order stays paid', async () => {
    const { owner, id } = await buyer()
    await shop.deal(id, { do: 'choose', notices: 'never' })
    expect((await shop.deal(id, { do: 'pay', notices: 'reordered' })).notices).toEqual([200, 200])
    await whenOrder(shop, id, 'paid')
    await whenPlan(shop, owner, 'starter')
    expect(await doneFor(id)).toEqual(once)
  })

  it('expire after settlement, the order stays paid', async () => {
    const { owner, id } = await buyer()
    await shop.deal(id, { do: 'pay' })
    await whenOrder(shop, id, 'paid')
    expect((await post(signed(id, { transaction_status: 'expire', status_code: '407' }))).status).toBe(200)
    await until('the second look', async () => (await lookOf(id)).asked === 2 && (await lookOf(id)).rests)
    await whenOrder(shop, id, 'paid')
    await whenPlan(shop, owner, 'starter')
    expect(await doneFor(id)).toEqual(once)
  })

  it('with unknown fields, is understood', async () => {
    const { id } = await buyer()
    await shop.deal(id, { do: 'pay', notices: 'never' })
    const body = { ...signed(id), brand_new: { deep: [1, 2] }, settlement_time: 'whenever' }
    expect((await post(body)).status).toBe(200)
    await whenOrder(shop, id, 'paid')
  })

  it('lost, the job finds the payment', async () => {
    const { owner, id } = await buyer()
    await shop.deal(id, { do: 'pay', notices: 'never' })
    await shop.database.pool.query('UPDATE billing_order SET poll_at = $2 WHERE id = $1', [id, shop.calendar.now()])
    await whenOrder(shop, id, 'paid')
    await whenPlan(shop, owner, 'starter')
    expect(await noticesOf(id)).toEqual([])
  })
})

const lookOf = async (id: string) => {
  const { rows } = await shop.database.pool.query(
    `SELECT asked, poll_at > now() AS rests, status FROM billing_order WHERE id = $1`,
    [id],
  )
  return rows[0]
}

describe('notices that are not true', () => {
  it.each([
    ['without a signature', (id: string) => ({ ...signed(id), signature_key: '' })],
    ['signed with another key', (id: string) => signed(id, {}, 'another')],
    ['with a signature that is no hex', (id: string) => ({ ...signed(id), signature_key: 'z'.repeat(128) })],
    ['signed, with a NUL in it', (id: string) => signed(id, { transaction_id: 'a\u0000b' })],
    ['signed for another order', (id: string) => ({ ...signed(randomUUID()), order_id: id })],
    ['with another amount than was signed', (id: string) => ({ ...signed(id), gross_amount: '1.00' })],
    ['that is no JSON', () => '{"order_id":'],
    ['that is a list', (id: string) => JSON.stringify([signed(id)])],
    ['that is empty', () => ''],
  ])('forged, %s: 401, and nothing is looked at', async (_what, forge) => {
    const { id } = await buyer()
    const reply = await post(forge(id))
    expect(reply.status).toBe(401)
    // It repeats nothing of what was sent.
    expect(reply.text).not.toContain(id)
    await expectUntouched(id)
  })

  it('of Xendit with a wrong token, or none: 401', async () => {
    const { id } = await buyer()
    const body = {
      event: 'payment_session.completed',
      data: { reference_id: id, payment_session_id: 's', status: 'COMPLETED' },
    }
    for (const headers of [{}, { 'x-callback-token': 'wrong' }, { 'x-callback-token': '' }])
      expect((await post(body, { path: '/webhooks/xendit', headers })).status).toBe(401)
    await expectUntouched(id)
  })

  it('with another status under a valid signature, has the provider asked, whose word it is', async () => {
    const { owner, id } = await buyer()
    await shop.deal(id, { do: 'choose', notices: 'never' })
    // The signature covers order, code and sum; this says that a pending payment is settled.
    expect((await post(signed(id, { status_code: '201', transaction_status: 'settlement' }))).status).toBe(200)
    await until('a look', async () => (await rowsOf(shop, 'payment', id)).length > 0)
    expect(await lookOf(id)).toMatchObject({ status: 'open' })
    expect((await rowsOf(shop, 'payment', id))[0]).toMatchObject({ status: 'pending', role: 'attempt' })
    const { account } = await shop.operator.call('accounts.get', { params: { accountId: owner.accountId } })
    expect(account.plan).toBe('free')
  })

  it('a paid order is not paid back by an edited notice', async () => {
    const { owner, id } = await buyer()
    await shop.deal(id, { do: 'pay' })
    await whenOrder(shop, id, 'paid')
    expect((await post(signed(id, { transaction_status: 'refund' }))).status).toBe(200)
    await until('the second look', async () => (await lookOf(id)).asked === 2 && (await lookOf(id)).rests)
    expect(await lookOf(id)).toMatchObject({ status: 'paid' })
    await whenPlan(shop, owner, 'starter')
  })

  it('a transaction of somebody else’s order, named in an edited notice, pays nothing', async () => {
    const [one, other] = [await buyer(), await buyer()]
    await shop.deal(one.id, { do: 'pay', notices: 'never' })
    const { pages } = await shop.pagesOf(one.id)
    const transaction_id = pages[0].attempts[0].id
    expect((await post(signed(other.id, { transaction_id }))).status).toBe(200)
    await until('a look', async () => (await lookOf(other.id)).asked === 1 && (await lookOf(other.id)).rests)
    expect(await lookOf(other.id)).toMatchObject({ status: 'open' })
    expect(await rowsOf(shop, 'payment', other.id)).toEqual([])
    expect((await post(signed(one.id, { transaction_id }))).status).toBe(200)
    await whenOrder(shop, one.id, 'paid')
  })

  it('a notice that is replayed costs no second look', async () => {
    const { id } = await buyer()
    const body = signed(id)
    for (let i = 0; i < 5; i++) expect((await post(body)).status).toBe(200)
    expect(await noticesOf(id)).toHaveLength(1)
    expect((await lookOf(id)).asked).toBe(1)
  })

  it('about an unknown order: 200, so that it is not repeated, and nothing is kept', async () => {
    const id = randomUUID()
    expect((await post(signed(id))).status).toBe(200)
    expect(await noticesOf(id)).toEqual([])
  })

  it('of another provider than the order’s, changes nothing', async () => {
    const { id } = await buyer()
    const body = {
      event: 'payment_session.completed',
      data: { reference_id: id, payment_session_id: 's', status: 'COMPLETED' },
    }
    const headers = { 'x-callback-token': 'sandbox' }
    expect((await post(body, { path: '/webhooks/xendit', headers })).status).toBe(200)
    await expectUntouched(id)
  })

  it('of five megabytes: 413, without being read whole', async () => {
    const { id } = await buyer()
    expect((await postLong(5 * 1_024 * 1_024)).status).toBe(413)
    expect((await post(JSON.stringify({ ...signed(id), long: 'x'.repeat(70_000) }))).status).toBe(413)
    const nested = (bytes: number) => '{"a":'.repeat(bytes).slice(0, bytes)
    expect((await post(nested(65_537))).status).toBe(413)
    expect((await post(nested(65_536))).status).toBe(401)
    // A cookie allows a browser more, and a notice nothing.
    const cookie = { cookie: 'rts=x.y' }
    expect((await post(JSON.stringify({ ...signed(id), long: 'x'.repeat(70_000) }), { headers: cookie })).status).toBe(
      413,
    )
    await expectUntouched(id)
  })

  it('by GET, or to a provider that is not set up: an error, and nothing happens', async () => {
    const got = await fetch(`${shop.url}/webhooks/midtrans?order_id=x`, { headers: { accept: 'text/html' } })
    expect(got.status).toBe(405)
    expect((await post({}, { path: '/webhooks/stripe' })).status).toBe(404)
  })
})

/** A body that the server refuses while it is sent. */
function postLong(bytes: number): Promise<{ status: number | undefined }> {
  return new Promise((resolve, reject) => {
    const url = new URL('/webhooks/midtrans', shop.url)
    const headers = { 'content-type': 'application/json', 'content-length': bytes }
    const sent = request(url, { method: 'POST', headers, agent: false }, (reply) => {
      resolve({ status: reply.statusCode })
      sent.destroy()
    })
    let answered = false
    sent.on('response', () => {
      answered = true
    })
    sent.on('error', (error) => (answered ? undefined : reject(error)))
    sent.write('x'.repeat(1_024))
  })
}
