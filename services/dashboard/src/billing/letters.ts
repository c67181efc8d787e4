import { randomUUID } from 'node:crypto'
import { dayMs } from '@rts/shared/clock'
import type { Plan } from '@rts/shared/plans'
import type { Transaction } from '@rts/shared/service/transaction'
import { pages } from '../../web/routes.ts'
import { isRefused, type Post, stopPath } from '../letters/letters.ts'
import type { Parts } from '../parts.ts'
import type { Order } from './orders.sql.ts'
import type { ReviewReason, Sighting } from './rules/order-states.ts'
import type { Mark } from './rules/times.ts'

type Reminder = {
  accountId: string
  email: string
  plan: Plan
  nextPlan: Plan | null
  days: Mark
  paidUntil: Date
}
type Ending = { accountId: string; email: string; plan: Plan; endedAt: Date }
type Receipted = { to: string; number: string; endsAt: Date; paidAt: Date }
export type BillingLetters = ReturnType<typeof createBillingLetters>
type LetterOptions = Pick<Parts, 'tokens' | 'publicUrl' | 'logger'> & {
  compose: Post['compose']
  supportEmail: string | undefined
}

/** The letters about money, each written in the transaction that causes it. An unknown address gets none. */
export function createBillingLetters({ compose, tokens, publicUrl, supportEmail, logger }: LetterOptions) {
  const plansUrl = publicUrl + pages.prices
  return {
    async due(tx: Transaction, { accountId, email, plan, nextPlan, days, paidUntil }: Reminder): Promise<void> {
      if (email === '' || (await isRefused(tx, email, 'reminder'))) return
      const stopUrl = `${publicUrl}${stopPath}?token=${tokens.ofReminded(email)}`
      const at = new Date(paidUntil.getTime() - days * dayMs).toISOString()
      const variables = { url: plansUrl, stopUrl, plan, nextPlan, paidUntil: paidUntil.toISOString(), days }
      const id = `due.${accountId}.${paidUntil.getTime()}.${days}`
      await compose(tx, { id, kind: 'paymentDue', to: email, at, variables })
    },
    async ended(tx: Transaction, { accountId, email, plan, endedAt }: Ending): Promise<void> {
      if (email === '') return
      const variables = { url: plansUrl, plan, endedAt: endedAt.toISOString() }
      const id = `ended.${accountId}.${endedAt.getTime()}`
      await compose(tx, { id, kind: 'planEnded', to: email, at: endedAt.toISOString(), variables })
    },
    async receipt(tx: Transaction, order: Order, { to, number, endsAt, paidAt }: Receipted): Promise<void> {
      const { id, plan, currency, amount } = order
      const url = publicUrl + pages.receipt.replace('$orderId', id)
      const variables = { url, number, plan, total: { amount, currency }, endsAt: endsAt.toISOString() }
      await compose(tx, { id: `receipt.${id}`, kind: 'receipt', to, at: paidAt.toISOString(), variables })
    },
    async surplus(tx: Transaction, { id, currency }: Order, to: string, payment: Sighting): Promise<void> {
      const url = publicUrl + pages.order.replace('$orderId', id)
      const variables = { url, amount: { amount: payment.amount, currency } }
      await compose(tx, { id: randomUUID(), kind: 'surplus', to, at: payment.at.toISOString(), variables })
    },
    async review(tx: Transaction, order: Order, payment: Sighting, reason: ReviewReason): Promise<void> {
      const { id: orderId, accountId, currency } = order
      logger.error({ orderId, reason }, 'a payment needs a decision')
      if (!supportEmail) return
      const { method } = payment
      const amount = Number.isNaN(payment.amount) ? 'an unreadable amount' : `${payment.amount} ${payment.currency}`
      const variables = { orderId, accountId, reason, method, amount, expected: { amount: order.amount, currency } }
      const letter = { id: randomUUID(), kind: 'inReview', to: supportEmail, at: payment.at.toISOString() } as const
      await compose(tx, { ...letter, variables })
    },
  }
}
