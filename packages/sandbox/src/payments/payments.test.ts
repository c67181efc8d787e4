import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, useSandbox } from '../testing/client.ts'

const sandbox = useSandbox()
const basic = { authorization: `Basic ${Buffer.from('sandbox:').toString('base64')}` }
// biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
type Json = any
let notices: { headers: IncomingHttpHeaders; body: Json }[] = []
const shop = createServer((req, res) => {
  let text = ''
  req.on('data', (chunk) => {
    text += chunk
  })
  req.on('end', () => {
    notices.push({ headers: req.headers, body: JSON.parse(text) })
    res.end()
  })
})
let shopUrl = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  shopUrl = `http://127.0.0.1:${Object(shop.address()).port}`
})
beforeEach(() => {
  notices = []
})
afterAll(() => void shop.close())

const snap = (path: string, method = 'GET', body?: unknown, headers: Record<string, string> = basic) =>
  call(`${sandbox.url()}/midtrans${path}`, method, body, headers)
const newOrder = (orderId: string) => ({
  transaction_details: { order_id: orderId, gross_amount: 299_000 },
  item_details: [{ id: 'x', name: 'Starter, <1> month', price: 299_000, quantity: 1 }],
  expiry: { unit: 'minutes', duration: 1_440 },
  callbacks: { finish: `${shopUrl}/orders/1` },
})
async function open(orderId = crypto.randomUUID()) {
  const headers = { ...basic, 'x-override-notification': `${shopUrl}/webhooks/midtrans` }
  const reply = await snap('/snap/v1/transactions', 'POST', newOrder(orderId), headers)
  expect(reply.status).toBe(201)
  const { token, redirect_url: page } = Object(reply.json())
  return { orderId, token: String(token), page: String(page) }
}
const deal = async (body: unknown): Promise<Json> =>
  (await call(`${sandbox.url()}/control/payments`, 'POST', body)).json()
const statusOf = async (id: string): Promise<Json> => (await snap(`/v2/${id}/status`)).json()
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const press = (page: string, fields: Record<string, string>) =>
  fetch(page, { method: 'POST', headers: form, body: new URLSearchParams(fields).toString(), redirect: 'manual' })

describe('Midtrans Snap', () => {
  it('401 without the server key, 400 for sums that do not match', async () => {
    expect((await snap('/snap/v1/transactions', 'POST', {}, {})).status).toBe(401)
    const wrong = { ...newOrder('o1'), transaction_details: { order_id: 'o1', gross_amount: 1 } }
    expect((await snap('/snap/v1/transactions', 'POST', wrong)).json()).toMatchObject({
      error_messages: [expect.any(String)],
    })
  })

  it('nothing is known of an order until a method is chosen; then it is pending, and paid once', async () => {
    const { orderId } = await open()
    expect(await statusOf(orderId)).toMatchObject({ status_code: '404' })
    await deal({ orderId, do: 'choose', method: 'bca_va', notices: 'never' })
    expect(await statusOf(orderId)).toMatchObject({
      status_code: '201',
      transaction_status: 'pending',
      payment_type: 'bank_transfer',
    })
    await deal({ orderId, do: 'pay', method: 'bca_va', notices: 'never' })
    const paid = await statusOf(orderId)
    expect(paid).toMatchObject({ status_code: '200', transaction_status: 'settlement', gross_amount: '299000.00' })
    expect(await statusOf(paid.transaction_id)).toEqual(paid)
    expect((await snap('/snap/v1/transactions', 'POST', newOrder(orderId))).status).toBe(400)
  })

  it('a notice is signed as the real one', async () => {
    const { orderId } = await open()
    expect(await deal({ orderId, do: 'pay' })).toMatchObject({ status: 'paid', notices: [200] })
    const body: Json = notices[0]?.body
    const text = `${orderId}${body.status_code}${body.gross_amount}sandbox`
    expect(body.signature_key).toBe(createHash('sha512').update(text).digest('hex'))
  })

  it('notices: as many as asked for; late ones wait for their command, reordered ones come from behind', async () => {
    const heard = async (mode: string) => {
      notices = []
      const { orderId } = await open()
      await deal({ orderId, do: 'pay', notices: mode })
      return notices.map(({ body }) => body.transaction_status)
    }
    expect([(await heard('twice')).length, (await heard('ten')).length, (await heard('never')).length]).toEqual([
      2, 10, 0,
    ])
    expect(await heard('reordered')).toEqual(['settlement', 'pending'])
    expect(await heard('late')).toEqual([])
    await call(`${sandbox.url()}/control/payments/notices`, 'POST', {})
    expect(notices).toHaveLength(1)
  })

  it('refunds: wallets in parts, a key once, virtual accounts never', async () => {
    const { orderId } = await open()
    await deal({ orderId, do: 'pay', notices: 'never' })
    const { transaction_id: id } = await statusOf(orderId)
    const refund = async (key: string, amount: number): Promise<Json> =>
      (await snap(`/v2/${id}/refund`, 'POST', { refund_key: key, amount })).json()
    expect(await refund('k1', 100_000)).toMatchObject({ status_code: '200', transaction_status: 'partial_refund' })
    expect(await refund('k1', 100_000)).toMatchObject({ status_code: '406' })
    expect(await refund('k2', 200_000)).toMatchObject({ status_code: '414' })
    expect(await refund('k3', 199_000)).toMatchObject({ status_code: '200', transaction_status: 'refund' })
    const bank = (await open()).orderId
    await deal({ orderId: bank, do: 'pay', method: 'bca_va', notices: 'never' })
    const refused = await snap(`/v2/${(await statusOf(bank)).transaction_id}/refund`, 'POST', {
      refund_key: 'k',
      amount: 1,
    })
    expect(refused.json()).toMatchObject({ status_code: '412' })
  })
})

describe('Xendit', () => {
  it('a session is paid, found by its payment, and its notice has the token', async () => {
    const given = {
      reference_id: 'o9',
      session_type: 'PAY',
      mode: 'PAYMENT_LINK',
      amount: 299_000,
      currency: 'IDR',
      country: 'ID',
      expires_at: '2027-01-01T00:00:00.000Z',
      success_return_url: `${shopUrl}/orders/9`,
    }
    const made: Json = (await call(`${sandbox.url()}/xendit/sessions`, 'POST', given, basic)).json()
    expect(made).toMatchObject({ status: 'ACTIVE', payment_id: null })
    await deal({ orderId: 'o9', do: 'pay', method: 'gopay' })
    const seen: Json = (
      await call(`${sandbox.url()}/xendit/sessions/${made.payment_session_id}`, 'GET', undefined, basic)
    ).json()
    expect(seen.status).toBe('COMPLETED')
    expect(
      (await call(`${sandbox.url()}/xendit/v3/payments/${seen.payment_id}`, 'GET', undefined, basic)).json(),
    ).toMatchObject({
      status: 'SUCCEEDED',
      channel_code: 'GOPAY',
      request_amount: 299_000,
    })
    const headers = { 'x-callback-token': 'sandbox' }
    expect(notices).toMatchObject([
      { headers, body: { event: 'payment.capture', data: { payment_id: seen.payment_id } } },
      { headers, body: { event: 'payment_session.completed' } },
    ])
  })
})

describe('the page', () => {
  it('has what is bought, escaped; a method is chosen and refused, another is paid, and the way leads back', async () => {
    const { page, orderId } = await open()
    const shown = await (await fetch(page)).text()
    expect(shown).toContain('Starter, &lt;1&gt; month')
    expect(shown).toContain('Rp 299.000')
    expect((await press(page, { do: 'choose', method: 'bca_va' })).headers.get('location')).toContain('/pay/midtrans/')
    expect(await (await fetch(page)).text()).toContain('virtual account 8888')
    await press(page, { do: 'deny' })
    expect(await (await fetch(page)).text()).toContain('The payment was refused')
    await press(page, { do: 'choose', method: 'qris' })
    const paid = await press(page, { do: 'pay' })
    expect(paid.status).toBe(303)
    expect(paid.headers.get('location')).toBe(`${shopUrl}/orders/1?order_id=${orderId}&transaction_status=paid`)
    await expect
      .poll(() => notices.map(({ body }) => body.transaction_status))
      .toEqual(['pending', 'deny', 'pending', 'settlement'])
    expect(await (await fetch(page)).text()).toContain('This is paid')
  })
})
