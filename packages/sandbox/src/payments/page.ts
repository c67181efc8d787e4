import { escapeHtml } from '@rts/shared/escape-html'
import express, { Router } from 'express'
import { z } from 'zod'
import type { Payments } from './payments.ts'
import { type Attempt, type Bill, leading, type PayMethod, payMethods } from './till.ts'

const names: Record<PayMethod, string> = {
  qris: 'QRIS',
  bca_va: 'BCA virtual account',
  gopay: 'GoPay (e-wallet)',
  dana: 'DANA (e-wallet)',
}
const formInput = z.object({ do: z.enum(['choose', 'pay', 'deny', 'expire']), method: z.enum(payMethods).optional() })

const rupiah = (amount: number) => `Rp ${amount.toString().replace(/\B(?=(\d{3})+$)/g, '.')}`

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:3rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
button{font:inherit;padding:.5rem 1rem;margin:.25rem .5rem .25rem 0}fieldset{border:1px solid #767676;padding:1rem}label{display:block;padding:.25rem 0}`

function document(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>
<body><main><p>The sandbox plays ${title}. No money moves.</p>${content}</main></body>
</html>
`
}

function choice({ methods }: Bill): string {
  const radios = methods.map(
    (method, i) =>
      `<label><input type="radio" name="method" value="${method}"${i === 0 ? ' checked' : ''}> ${names[method]}</label>`,
  )
  return `<form method="post"><fieldset><legend>How do you pay?</legend>${radios.join('')}</fieldset>
<button name="do" value="choose">Continue</button></form>`
}

function waiting(bill: Bill, { method, id }: Attempt): string {
  const what =
    method === 'bca_va'
      ? `Transfer to the virtual account 8888 ${id.replace(/\D/g, '').slice(0, 12)}.`
      : 'Scan the code with your app.'
  const buttons = [
    ['pay', 'Pay'],
    ['deny', 'Be refused'],
    ['expire', 'Let it expire'],
  ].map(([value, label]) => `<button name="do" value="${value}">${label}</button>`)
  return `<p>${names[method]}: ${what}</p><form method="post">${buttons.join('')}</form><h2>Another method</h2>${choice(bill)}`
}

function stateOf(bill: Bill): string {
  const attempt = leading(bill)
  if (attempt?.status === 'paid') return '<p>This is paid. Thank you.</p>'
  if (bill.status !== 'open') return `<p>This page is ${bill.status}.</p>`
  if (attempt?.status === 'pending') return waiting(bill, attempt)
  return `${attempt?.status === 'denied' ? '<p>The payment was refused.</p>' : ''}${choice(bill)}`
}

/** People choose a method, it is paid, refused or expires, and they return. */
export function payPages({ till, desk, labelOf }: Pick<Payments, 'till' | 'desk' | 'labelOf'>): Router {
  const routes = Router()
  routes.use(express.urlencoded({ extended: false, limit: '8kb' }))
  routes.get('/:provider/:ref', (req, res) => {
    const bill = till.byRef(req.params.ref)
    if (bill?.provider !== req.params.provider)
      return void res.status(404).send(document('a payment page', '<h1>No such page</h1>'))
    const title = labelOf(bill.provider)
    const back = `<p><a href="${escapeHtml(bill.returnUrl)}">Back to the shop</a></p>`
    res.send(document(title, `<h1>${escapeHtml(bill.title)}</h1><p>${rupiah(bill.amount)}</p>${stateOf(bill)}${back}`))
  })
  routes.post('/:provider/:ref', async (req, res) => {
    const bill = till.byRef(req.params.ref)
    const { data } = formInput.safeParse(req.body)
    if (!bill || !data) return void res.status(400).send(document('a payment page', '<h1>This was not understood</h1>'))
    if (bill.status === 'open') {
      const done = desk(bill, { action: data.do, method: data.method })
      // People often return before the notice.
      if (data.do === 'choose') await done
    }
    res.redirect(303, data.do === 'choose' ? req.originalUrl : returnAddress(bill))
  })
  return routes
}

function returnAddress(bill: Bill): string {
  const url = new URL(bill.returnUrl)
  url.searchParams.set('order_id', bill.orderId)
  url.searchParams.set('transaction_status', leading(bill)?.status ?? 'pending')
  return url.href
}
