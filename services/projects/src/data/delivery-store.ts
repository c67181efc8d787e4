import { type DeliveryRow, listDeliveries, retryDelivery } from '@rts/shared/facts/deliveries'
import type { Pool } from 'pg'

export type DeliveryStore = ReturnType<typeof createDeliveryStore>

/** The deliveries of this service's facts. */
export function createDeliveryStore(pool: Pool, disabledServices: readonly string[]) {
  return {
    list: (): Promise<DeliveryRow[]> => listDeliveries(pool, 'projects', disabledServices),
    /** Throws `not_found` for one that is done or unknown. */
    retry: (id: string): Promise<DeliveryRow> => retryDelivery(pool, 'projects', id),
  }
}
