import type { DeliveryRow } from '@rts/shared/facts/deliveries'
import type { ServiceHandlers } from '@rts/shared/service/invoke'

type Deliveries = { list(): Promise<DeliveryRow[]>; retry(id: string): Promise<DeliveryRow> }

/** Facts that wait or are stuck, for the operator. */
export function outboxHandlers(
  deliveries: Deliveries,
): Pick<ServiceHandlers<'gateway'>, 'outbox.list' | 'outbox.retry'> {
  return {
    'outbox.list': async () => ({ deliveries: await deliveries.list() }),
    'outbox.retry': async ({ params }) => ({ delivery: await deliveries.retry(params.deliveryId) }),
  }
}
