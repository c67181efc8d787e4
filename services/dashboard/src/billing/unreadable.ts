import type { Logger } from '@rts/shared/logger'
import { createCounter } from '@rts/shared/service/counter'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { Unreadable } from './providers/provider.ts'

/**
 * The alarm for answers of payment providers that are not as documented: an error line and a figure, with the provider and the
 * name of the field, and nothing of the answer.
 */
export function createUnreadable(registry: ServiceParts['registry'], logger: Pick<Logger, 'error'>): Unreadable {
  const count = createCounter(registry, {
    name: 'dashboard_unreadable_payments_total',
    help: 'Answers of payment providers in another form than documented, by the first field that is not as it should be',
    labelNames: ['provider', 'field'],
  })
  return ({ provider, field, status }) => {
    count({ provider, field })
    logger.error({ provider, field, status }, 'an answer of a payment provider could not be read')
  }
}
