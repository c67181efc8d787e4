import type { Clock } from '@rts/shared/clock'
import type { BulkQuota } from '@rts/shared/collects/quota'
import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { createOwnTurns, createTurns } from '@rts/shared/turns'
import type { SiteStore } from '../sites/sites.sql.ts'
import { siteOf } from '../sites/sites.ts'
import type { CheckRequestStore, Purse } from './requests.sql.ts'
import type { Asked, CheckGroup } from './rules/requested-check.ts'

export type CheckHandlerDeps = { sites: SiteStore; checkRequests: CheckRequestStore; quota: BulkQuota; clock: Clock }

/** Each holds a connection to the database while the gateway counts its collects. */
const runsAtOnce = 3

/** Checks that people ask for between the regular ones. */
export function checkHandlers({ sites, checkRequests, quota, clock }: CheckHandlerDeps) {
  const inTurn = createTurns(runsAtOnce)
  const inOwnTurn = createOwnTurns()
  const purseOf = (accountId: string): Purse => ({
    take: async (tokens) => {
      const taken = await quota.takeAll(accountId, tokens)
      if (!taken) throw new AppError('unavailable', 'The collects of today cannot be counted right now')
      return taken
    },
    giveBack: quota.giveBackAll,
  })
  return {
    'checks.run': async ({ params, body: { keywordIds, preview = false, again = false }, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const request = { site, keywordIds, again, now: clock.now() }
      if (preview) {
        const groups = await checkRequests.look(request)
        return countsOf(groups, groups.bought.length)
      }
      const { groups, pages } = await inOwnTurn(site.accountId, () =>
        inTurn(() => checkRequests.run(request, purseOf(site.accountId))),
      )
      return countsOf(groups, pages)
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function countsOf(groups: Record<CheckGroup, Asked[]>, pages: number) {
  const { bought, waiting, joining, recent, frozen, paused } = groups
  const newest = Math.max(...recent.map(({ checkedAt }) => checkedAt?.getTime() ?? 0))
  return {
    pages,
    waiting: waiting.length + joining.length,
    recent: recent.length,
    newestAt: recent.length > 0 ? new Date(newest).toISOString() : null,
    frozen: frozen.length,
    paused: paused.length,
    unpaid: bought.length - pages,
  }
}
