import type { Clock } from '@rts/shared/clock'
import type { BulkQuota } from '@rts/shared/collects/quota'
import type { Caller } from '@rts/shared/contract/caller'
import type { OperationInput } from '@rts/shared/contract/operation'
import type { Operations } from '@rts/shared/contract/table'
import { AppError } from '@rts/shared/errors'
import { createLimit, createSerial } from '@rts/shared/scheduling'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { transact } from '../transact.ts'
import { lockRequests, markRequested, type OwnedSite, readAsked } from './requests.sql.ts'
import { type Asked, type CheckGroup, type CheckTerms, grouped, tokenOf } from './rules/requested-check.ts'
import { type Due, holdPages, setDue } from './targets.sql.ts'

type RequestDeps = {
  db: Database
  quota: BulkQuota
  clock: Clock
  siteOf(caller: Caller, asked: string | undefined): Promise<CheckedSite>
  /** The most that a page of a site may cost, in USD; null if it is unknown. */
  pageUsd(site: CheckedSite): Promise<number | null>
  /** Keeps a site and its account's limits as they are, until the transaction ends. */
  hold(tx: Transaction, site: OwnedSite): Promise<unknown>
}
type CheckedSite = OwnedSite & { depth: number | null }
type CheckRequest = CheckTerms & { site: CheckedSite; keywordIds: readonly string[] | 'all' }
type Body = OperationInput<Operations['checks.run']>['body']
type Groups = Record<CheckGroup, Asked[]>

/** Each holds a connection to the database while the gateway counts its collects. */
const runsAtOnce = 3

/** Checks that people ask for between the regular ones: their pages are due at once. */
export function checkHandlers(deps: RequestDeps) {
  const { db, clock, siteOf, pageUsd } = deps
  const inTurn = createLimit(runsAtOnce)
  const inOwnTurn = createSerial()

  async function requestOf(caller: Caller, siteId: string, { keywordIds, again = false }: Body): Promise<CheckRequest> {
    return { site: await siteOf(caller, siteId), keywordIds, again, now: clock.now() }
  }

  return {
    'checkPrice.get': async ({ params, body, caller }) => {
      const request = await requestOf(caller, params.id, body)
      const counts = countsOf(await groupsOf(db, request))
      const usd = await pageUsd(request.site)
      return { ...counts, usd: usd === null ? null : usd * counts.pages }
    },

    'checks.run': async ({ params, body, caller }) => {
      const request = await requestOf(caller, params.id, body)
      const { groups, pages } = await inOwnTurn(request.site.accountId, () => inTurn(() => runChecks(deps, request)))
      return { ...countsOf(groups), pages, unpaid: groups.bought.length - pages }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** The keywords of a request by what it does with them. Throws `not_found` if a keyword is not the site's. */
async function groupsOf(db: Database | Transaction, request: CheckRequest): Promise<Groups> {
  const ids = request.keywordIds === 'all' ? null : [...new Set(request.keywordIds)]
  const asked = await readAsked(db, request, ids)
  if (ids !== null && asked.length < ids.length) throw new AppError('not_found', 'No such keyword')
  return grouped(asked, request)
}

/**
 * Queues the checks that can be paid; answers how many pages were bought. Requests of an account wait for each other over all
 * replicas, so that a token that buys nothing is not used by another request either. No row is locked while the collects are taken.
 */
function runChecks({ db, quota, hold }: RequestDeps, request: CheckRequest) {
  const { site } = request
  return transact(db, async (tx) => {
    await lockRequests(tx, site.accountId)
    const groups = await groupsOf(tx, request)
    const paid = await quota.takeAll(site.accountId, groups.bought.map(tokenOf))
    if (!paid) throw new AppError('unavailable', 'The collects of today cannot be counted right now')
    const spent = new Set<string>()
    try {
      await hold(tx, site)
      const pages = await queue(tx, request, groups, paid)
      for (const page of pages) spent.add(tokenOf(page))
      return { groups, pages: pages.length }
    } finally {
      const unspent = [...paid].filter((token) => !spent.has(token))
      if (unspent.length > 0) await quota.giveBackAll(unspent)
    }
  })
}

/** Makes keywords due, those that are still as they were when they were paid; answers those that were bought. */
async function queue(tx: Transaction, request: CheckRequest, { bought, joining }: Groups, paid: ReadonlySet<string>) {
  const wanted = [...bought.filter((each) => paid.has(tokenOf(each))), ...joining]
  await holdPages(tx, wanted)
  const ids = wanted.map(({ keywordId }) => keywordId)
  const now = grouped(await readAsked(tx, request, ids), request)
  const pages = now.bought.filter((each) => paid.has(tokenOf(each)))
  const dues: Due[] = [
    ...pages.map((page) => ({ ...page, dueAt: request.now, isNew: true })),
    ...now.joining.map((each) => ({ ...each, dueAt: each.joinsAt ?? request.now, isNew: false })),
  ]
  await setDue(tx, dues)
  const dueIds = dues.map(({ keywordId }) => keywordId)
  await markRequested(tx, dueIds, request.now)
  return pages
}

function countsOf(groups: Groups) {
  const { bought, waiting, joining, recent, frozen, paused } = groups
  const newest = Math.max(...recent.map(({ checkedAt }) => checkedAt?.getTime() ?? 0))
  return {
    pages: bought.length,
    waiting: waiting.length + joining.length,
    recent: recent.length,
    newestAt: recent.length > 0 ? new Date(newest).toISOString() : null,
    frozen: frozen.length,
    paused: paused.length,
  }
}
