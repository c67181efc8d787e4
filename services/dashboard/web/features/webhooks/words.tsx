import { webhooks as t } from '../../../texts/webhooks.ts'
import type { OutputOf } from '../../api/call.ts'
import { Badge } from '../../kit/notice.tsx'

export type Endpoint = OutputOf<'webhooks.list'>['endpoints'][number]
export type Delivery = OutputOf<'webhookDeliveries.list'>['deliveries'][number]
export type EventType = Endpoint['events'][number]

/** Safe because the keys of the texts are the types of events. */
export const eventTypes = Object.keys(t.events) as EventType[]

export function nameOf({ name, kind, address }: Pick<Endpoint, 'name' | 'kind' | 'address'>): string {
  return name || (kind === 'webhook' ? address : t.kinds[kind])
}

export function StateBadge({ state, restsFor, failingSince }: Endpoint) {
  if (state === 'paused') return <Badge>{t.paused}</Badge>
  if (state === 'resting') return <Badge tone="bad">{restsFor === 'removed' ? t.restsRemoved : t.restsFailing}</Badge>
  return failingSince === null ? <Badge tone="good">{t.active}</Badge> : <Badge tone="warn">{t.retrying}</Badge>
}

/** How a try went: the status of the answer, or why there was none. */
export function outcomeOf({ status, failure, ms }: Pick<Delivery, 'status' | 'failure' | 'ms'>): string {
  const time = ms === null ? '' : t.inMs(ms)
  if (failure !== null) return `${t.failures[failure]}${time}`
  return status === null ? '' : `${t.answered(status)}${time}`
}
