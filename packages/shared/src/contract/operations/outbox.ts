import { z } from 'zod'
import * as f from '../fields.ts'
import type { Operation } from '../operation.ts'
import { deliveryRow } from '../rows/account.ts'
import { type DatabaseService, databaseServices } from '../services.ts'

const callers = ['operator', 'system'] as const

function outboxOf<S extends DatabaseService>(owner: S) {
  return {
    list: {
      owner,
      kind: 'read',
      summary: `Facts of ${owner} that wait or are stuck, one delivery a consumer`,
      callers,
      response: z.object({ deliveries: z.array(deliveryRow) }),
    },
    retry: {
      owner,
      kind: 'write',
      summary: `Try a delivery of a fact of ${owner} again now`,
      callers,
      params: z.strictObject({ deliveryId: f.idParam }),
      response: z.object({ delivery: deliveryRow }),
    },
  } as const satisfies Record<string, Operation>
}

type Outbox<S extends DatabaseService> = ReturnType<typeof outboxOf<S>>
export type OutboxOperation<S extends DatabaseService = DatabaseService> = `${S}Outbox.${'list' | 'retry'}`
type OutboxOperations = { [S in DatabaseService as `${S}Outbox.list`]: Outbox<S>['list'] } & {
  [S in DatabaseService as `${S}Outbox.retry`]: Outbox<S>['retry']
}

/** Pending deliveries of each service that writes facts, for the operator. */
// safe because each of these services adds exactly these two rows
export const outboxOperations = Object.fromEntries(
  databaseServices.flatMap((service) => {
    const { list, retry } = outboxOf(service)
    return [
      [`${service}Outbox.list`, list],
      [`${service}Outbox.retry`, retry],
    ]
  }),
) as OutboxOperations
