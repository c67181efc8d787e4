import { events } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { AccountStore } from './changes.ts'

/** An account gets the plan that it has paid for, and loses it when that ends; requests admitted after it have the new limits. */
export function followPayments({ followPayment }: Pick<AccountStore, 'followPayment'>): FactEffect {
  return async (client, fact) => {
    if (fact.type !== 'subscription.changed') return
    const { id, plan, orderId } = events[fact.type].state.parse(fact.state)
    await followPayment(client, { id, plan, orderId, actor: events[fact.type].owner })
  }
}
