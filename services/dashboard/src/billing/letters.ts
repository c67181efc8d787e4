import { randomUUID } from 'node:crypto'
import type { Logger } from '@rts/shared/logger'
import { pages } from '../../web/routes.ts'
import type { InviteTokens } from '../domain/invite-token.ts'
import { stopPath } from '../http/stop-route.ts'
import type { Post } from '../post.ts'
import { money } from './letter-texts.ts'
import type { MoneyMail } from './polls.sql.ts'
import type { ReceiptMail } from './settlement.ts'
import type { SubscriptionMail } from './subscriptions.ts'

type Client = Parameters<ReceiptMail['receipt']>[0]
export type BillingMailOptions = {
  compose: Post['compose']
  tokens: InviteTokens
  /** Whether the owner of an address wants to be reminded. */
  wantsReminders(client: Client, email: string): Promise<boolean>
  publicUrl: string
  supportEmail: string | undefined
  logger: Pick<Logger, 'error'>
}

/** The letters about money, each written in the transaction that causes it. An address that is not known gets none. */
export function createBillingMail(options: BillingMailOptions): SubscriptionMail & ReceiptMail & MoneyMail {
  const { compose, tokens, wantsReminders, publicUrl, supportEmail, logger } = options
  const plansUrl = publicUrl + pages.prices
  return {
    async due(client, { accountId, email, standing: { plan }, nextPlan, days, paidUntil }) {
      if (email === '' || !(await wantsReminders(client, email))) return
      const stopUrl = `${publicUrl}${stopPath}?token=${tokens.ofReminded(email)}`
      const at = new Date(paidUntil.getTime() - days * 86_400_000).toISOString()
      const variables = { url: plansUrl, stopUrl, plan, nextPlan, paidUntil: paidUntil.toISOString(), days }
      const id = `due.${accountId}.${paidUntil.getTime()}.${days}`
      await compose(client, { id, kind: 'paymentDue', to: email, at, variables })
    },
    async ended(client, { accountId, email, plan, endedAt }) {
      if (email === '') return
      const variables = { url: plansUrl, plan, endedAt: endedAt.toISOString() }
      const id = `ended.${accountId}.${endedAt.getTime()}`
      await compose(client, { id, kind: 'planEnded', to: email, at: endedAt.toISOString(), variables })
    },
    async receipt(client, { id, to, number, plan, currency, amount, endsAt, paidAt }) {
      const address = publicUrl + pages.receipt.replace('$orderId', id)
      const variables = { url: address, number, plan, total: money(currency, amount), endsAt: endsAt.toISOString() }
      await compose(client, { id: `receipt.${id}`, kind: 'receipt', to, at: paidAt.toISOString(), variables })
    },
    async surplus(client, { id, currency }, to, payment) {
      const variables = {
        url: publicUrl + pages.order.replace('$orderId', id),
        amount: money(currency, payment.amount),
      }
      await compose(client, { id: randomUUID(), kind: 'surplus', to, at: payment.at.toISOString(), variables })
    },
    async review(client, { id, accountId, currency, amount }, payment, reason) {
      logger.error({ orderId: id, reason }, 'a payment needs a decision')
      if (!supportEmail) return
      const came = Number.isNaN(payment.amount) ? 'an unreadable amount' : `${payment.amount} ${payment.currency}`
      const variables = {
        orderId: id,
        accountId,
        reason,
        method: payment.method,
        amount: came,
        expected: money(currency, amount),
      }
      await compose(client, {
        id: randomUUID(),
        kind: 'inReview',
        to: supportEmail,
        at: payment.at.toISOString(),
        variables,
      })
    },
  }
}
