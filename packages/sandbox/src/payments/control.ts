import { Router } from 'express'
import { z } from 'zod'
import { readInput } from '../control/input.ts'
import { type Desk, deeds } from './desk.ts'
import { type createNotices, noticeModes } from './notices.ts'
import { payMethods, type Till } from './till.ts'

const dealInput = z.strictObject({
  orderId: z.string(),
  do: z.enum(deeds),
  method: z.enum(payMethods).optional(),
  /** A sum that may not fit the order. */
  amount: z.int().min(1).optional(),
  notices: z.enum(noticeModes).optional(),
  /** Of several pages of an order: the first is 0; the last without it. */
  page: z.int().min(0).optional(),
})
const asked = z.strictObject({ orderId: z.string() })

/** What tests do at the payment providers: pay, deny, let expire, give back, and how it is told. */
export function paymentControls({
  till,
  desk,
  notices,
}: {
  till: Till
  desk: Desk
  notices: ReturnType<typeof createNotices>
}): Router {
  const routes = Router()
  routes.post('/payments', async (req, res) => {
    const input = readInput(dealInput, req.body, res)
    if (input === null) return
    const { orderId, do: deed, page, ...deal } = input
    const bill = till.ofOrder(orderId).at(page ?? -1)
    if (bill) res.json(await desk(bill, { deed, ...deal }))
    else res.status(404).json({ error: `orderId: no page was opened for ${orderId}` })
  })
  routes.get('/payments', (req, res) => {
    const input = readInput(asked, req.query, res)
    if (input !== null) res.json({ pages: till.ofOrder(input.orderId) })
  })
  /** Sends the notices that were kept back. */
  routes.post('/payments/notices', async (_req, res) => {
    res.json({ notices: await notices.flush() })
  })
  return routes
}
