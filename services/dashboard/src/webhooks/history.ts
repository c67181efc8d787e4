import type { DeliveryRow } from '@rts/shared/contract/rows/webhook'
import { decodeNumber, encodeCursor } from '@rts/shared/cursor'
import { siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { inTransaction } from '@rts/shared/service/transaction'
import { admitAttempt, webhookBuckets } from '../attempts/attempts.ts'
import { requireEndpoint } from './endpoints.sql.ts'
import { type EndpointDeps, endpointRowOf } from './endpoints.ts'
import { type Delivery, listDeliveries, sendAgain } from './events.sql.ts'

type HistoryDeps = Pick<EndpointDeps, 'database' | 'sites' | 'clock' | 'wake'>

const rowsOfPage = 50
const maxNumber = 2_147_483_647

/** The deliveries of endpoints in the last 14 days, and repeats of them. */
export function historyHandlers({ database, sites, clock, wake }: HistoryDeps) {
  return {
    'webhookDeliveries.list': async ({ params, query: { cursor }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      await requireEndpoint(database, site, params.endpointId)
      const list = `deliveries ${params.endpointId}`
      const before = Math.min(Number(decodeNumber(list, cursor) ?? maxNumber), maxNumber)
      const rows = await listDeliveries(database, site, params.endpointId, { before, limit: rowsOfPage + 1 })
      const page = rows.slice(0, rowsOfPage)
      const last = page.at(-1)
      const nextCursor = rows.length > rowsOfPage && last ? encodeCursor(list, String(last.n)) : null
      return { deliveries: page.map(deliveryRowOf), nextCursor }
    },

    'webhookDeliveries.retry': async ({ params, body: { n }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      await admitAttempt(database, webhookBuckets(site.accountId))
      const endpoint = await inTransaction(database, async (tx) => {
        await sendAgain(tx, site, params.endpointId, n, clock.now())
        return requireEndpoint(tx, site, params.endpointId)
      })
      wake()
      return { endpoint: endpointRowOf(endpoint, clock.now()) }
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
}

function deliveryRowOf({ createdAt, triedAt, deliveredAt, ...delivery }: Delivery): DeliveryRow {
  return {
    ...delivery,
    createdAt: createdAt.toISOString(),
    triedAt: triedAt?.toISOString() ?? null,
    deliveredAt: deliveredAt?.toISOString() ?? null,
  }
}
