import { Router } from 'express'
import { z } from 'zod'
import { readInput } from '../control/input.ts'
import { actions, type Desk } from './desk.ts'
import { type createNotices, noticeModes } from './notices.ts'
import { ruleInput } from './rules.ts'
import { payMethods, type Till } from './till.ts'

const dealInput = z.strictObject({
  orderId: z.string(),
  do: z.enum(actions),
  method: z.enum(payMethods).optional(),
  amount: z.int().min(1).optional(),
  notices: z.enum(noticeModes).optional(),
  /** Of an order's pages: the first is 0; default the last. */
  page: z.int().min(0).optional(),
})
const asked = z.strictObject({ orderId: z.string() })

/** Tests pay, deny, expire and refund, and choose how notices are sent. */
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
    const { orderId, do: action, page, ...deal } = input
    const bill = till.ofOrder(orderId).at(page ?? -1)
    if (bill) res.json(await desk(bill, { action, ...deal }))
    else res.status(404).json({ error: `orderId: no page was opened for ${orderId}` })
  })
  routes.get('/payments', (req, res) => {
    const input = readInput(asked, req.query, res)
    if (input !== null) res.json({ pages: till.ofOrder(input.orderId) })
  })
  /** Behaviour that providers leave undocumented; absent fields return to their defaults. */
  routes.put('/payments/rules', (req, res) => {
    const input = readInput(ruleInput, req.body, res)
    if (input === null) return
    till.rules.set(input)
    res.json({ ok: true })
  })
  routes.post('/payments/notices', async (_req, res) => {
    res.json({ notices: await notices.flush() })
  })
  return routes
}
