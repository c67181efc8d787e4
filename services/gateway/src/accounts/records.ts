import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { allowanceOf } from '../admission/admission.ts'
import type { Records } from '../database.sql.ts'
import { type Account, requireAccount } from './accounts.sql.ts'
import { countAuditEntries, listAuditEntries, listUsage } from './records.sql.ts'
import { requireOwn } from './rules/callers.ts'

type Served = Pick<ServiceHandlers<'gateway'>, 'usage.get' | 'audit.list'>

export type RecordDeps = { database: Database; records: Records; plans: PlanTable }

const entriesOfPage = 100

/** The usage and the audit log of an account. */
export function recordHandlers({ database, records, plans }: RecordDeps): Served {
  return {
    'usage.get': async ({ params, caller }) => {
      requireOwn(caller, params.accountId)
      const account = await requireAccount(database, params.accountId)
      const { callsPerDay, collectsPerDay } = plans[account.plan]
      const days = await listUsage(database, params.accountId)
      const today = days.at(-1)
      if (!today) throw new Error('a month without days')
      const limit = Math.max(today.limit ?? 0, callsPerDay ?? 0)
      return {
        account: toRow(account),
        calls: allowanceOf(today.used, limit, new Date(`${today.day}T00:00:00Z`)),
        collects: { used: today.collects, limit: collectsPerDay },
        days,
      }
    },
    'audit.list': async ({ params: { accountId }, query, caller }) => {
      requireOwn(caller, accountId)
      const before = decodeCursor('audit', query.cursor)
      if (before !== null && !/^\d{1,18}$/.test(before)) throw noSuchCursor()
      const { limit = entriesOfPage } = query
      const [total, found] = await Promise.all([
        countAuditEntries(records, accountId),
        listAuditEntries(records, accountId, before, limit + 1),
      ])
      const page = found.slice(0, limit)
      const last = page.at(-1)
      const nextCursor = found.length > limit && last ? encodeCursor('audit', last.id) : null
      return { entries: page.map((entry) => ({ ...entry, at: entry.at.toISOString() })), total, nextCursor }
    },
  }
}

/** An account as the API shows it. */
export function toRow(account: Account) {
  return { ...account, createdAt: account.createdAt.toISOString() }
}
