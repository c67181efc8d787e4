import { utcDay } from '@rts/shared/clock'
import { receiptLines } from '@rts/shared/texts/receipts'
import type { Sentence } from '@rts/shared/texts/sentence'
import type { PaidPlan } from './offers.ts'
import type { Currency } from './periods.ts'

export type Seller = readonly string[]
/** A receipt as it was issued; amounts are rupiah or US cents. */
export type Receipt = {
  number: string
  issuedAt: string
  seller: string[]
  buyer: { accountId: string; email: string }
  lines: { title: Sentence; amount: number }[]
  currency: Currency
  total: number
  method: string
  paidAt: string
}
export type Bought = {
  accountId: string
  email: string
  plan: PaidPlan
  months: number
  currency: Currency
  price: number
  amount: number
  credit: number
  method: string
  startsAt: Date
  endsAt: Date
}

/** The number of a receipt as people read it. */
export const receiptNumber = (number: number): string => String(number).padStart(6, '0')

export function receiptOf(number: number, seller: Seller, order: Bought, now: Date): Receipt {
  const { accountId, email, price, amount, credit, currency, method } = order
  const lines = [
    { title: titleOf(order), amount: price },
    { title: receiptLines.credit, amount: -credit },
    { title: receiptLines.tooLittle, amount: -(price - credit - amount) },
  ]
  return {
    number: receiptNumber(number),
    issuedAt: now.toISOString(),
    seller: [...seller],
    buyer: { accountId, email },
    lines: lines.filter((line, i) => i === 0 || line.amount < 0),
    currency,
    total: amount,
    method,
    paidAt: now.toISOString(),
  }
}

function titleOf({ plan, months, startsAt, endsAt }: Bought): Sentence {
  const name = `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`
  return receiptLines.plan({ plan: name, months, from: utcDay(startsAt), until: utcDay(endsAt) })
}
