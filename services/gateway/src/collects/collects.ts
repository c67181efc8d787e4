import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { CollectStore } from './collects.sql.ts'

type Served = Pick<ServiceHandlers<'gateway'>, 'collects.take' | 'collects.giveBack'>

/** The day's collects, counted for the services that collect. */
export function collectHandlers({ collects }: { collects: CollectStore }): Served {
  return {
    'collects.take': async ({ body }) => ({ taken: await collects.take(body.accountId, body.tokens) }),
    'collects.giveBack': async ({ body }) => ({ givenBack: await collects.giveBack(body.tokens) }),
  }
}
