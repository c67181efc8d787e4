import type { DeliveryRow, EndpointRow, TryRow } from '@rts/shared/contract/rows/webhook'
import type { Endpoint } from './endpoints.sql.ts'
import type { Delivery } from './history.sql.ts'
import type { Answer } from './rules/answers.ts'

/** An endpoint as its page shows it. */
export function endpointRowOf(endpoint: Endpoint, now: Date): EndpointRow {
  const { id, kind, name, shown, events, state, restsFor, createdAt, dueAt, failingSince, waiting } = endpoint
  const { deliveredAt, formerUntil } = endpoint
  return {
    id,
    kind,
    name,
    address: shown,
    events,
    state,
    restsFor,
    waiting,
    createdAt: createdAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
    nextTryAt: state === 'active' ? (dueAt?.toISOString() ?? null) : null,
    deliveredAt: deliveredAt?.toISOString() ?? null,
    formerSecretUntil: formerUntil && formerUntil > now ? formerUntil.toISOString() : null,
  }
}

export function deliveryRowOf({ createdAt, triedAt, deliveredAt, ...delivery }: Delivery): DeliveryRow {
  return {
    ...delivery,
    createdAt: createdAt.toISOString(),
    triedAt: triedAt?.toISOString() ?? null,
    deliveredAt: deliveredAt?.toISOString() ?? null,
  }
}

export function tryRowOf({ isDelivered, status, failure, text, ms }: Answer): TryRow {
  return { delivered: isDelivered, status, failure, answer: text, ms }
}
