import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { allowanceOf } from '../admission/rules/allowance.ts'
import { present as presentAccount } from './account-handlers.ts'
import type { AuditRecord, AuditStore } from './audit.sql.ts'
import type { AccountStore } from './changes.ts'
import { requireOwn } from './rules/own-account.ts'
import type { UsageStore } from './usage.sql.ts'

type Served = Pick<ServiceHandlers<'gateway'>, 'usage.get' | 'audit.list'>
export type AccountRecordDeps = { accounts: AccountStore; usage: UsageStore; audits: AuditStore; plans: PlanTable }

const entriesOfPage = 100

/** What an account used, and what happened to it. */
export function accountRecordHandlers({ accounts, usage, audits, plans }: AccountRecordDeps): Served {
  return {
    'usage.get': async ({ params, caller }) => {
      requireOwn(caller, params.accountId)
      const account = await accounts.require(params.accountId)
      const { callsPerDay, collectsPerDay } = plans[account.plan]
      const days = await usage.list(params.accountId)
      const today = days.at(-1)
      if (!today) throw new Error('a month without days')
      const limit = Math.max(today.limit ?? 0, callsPerDay ?? 0)
      return {
        account: presentAccount(account),
        calls: allowanceOf(today.used, limit, new Date(`${today.day}T00:00:00Z`)),
        collects: { used: today.collects, limit: collectsPerDay },
        days,
      }
    },

    'audit.list': async ({ params, query, caller }) => {
      const { accountId } = params
      requireOwn(caller, accountId)
      const before = decodeCursor('audit', query.cursor)
      if (before !== null && !/^\d{1,18}$/.test(before)) throw noSuchCursor()
      const take = query.limit ?? entriesOfPage
      const [total, listed] = await Promise.all([audits.count(accountId), audits.list(accountId, before, take + 1)])
      const page = listed.slice(0, take)
      const last = page.at(-1)
      const nextCursor = listed.length > take && last ? encodeCursor('audit', last.id) : null
      return { entries: page.map(present), total, nextCursor }
    },
  }
}

function present(entry: AuditRecord) {
  return { ...entry, at: entry.at.toISOString() }
}
