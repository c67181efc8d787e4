import type { Caller } from '@rts/shared/contract/caller'
import { events } from '@rts/shared/contract/events'
import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import type { Owned } from '@rts/shared/derive/owned'
import { AppError } from '@rts/shared/errors'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { allowanceOf } from '../admission/admission.ts'
import type { Records } from '../database.sql.ts'
import { type Account, listAccounts, requireAccount } from './accounts.sql.ts'
import { changeContact, changePlan, closeAccount, followPayments, type PlanDeps } from './changes.ts'
import { createAccount } from './opening.ts'
import { countAuditEntries, insertAuditEntry, listAuditEntries, listUsage } from './records.sql.ts'

export { findAccount, findAndLockAccount, insertAccount } from './accounts.sql.ts'
export { announceAccount, endAccount, lockOpenAccount } from './changes.ts'
export { makeFree } from './opening.ts'
export { insertAuditEntry } from './records.sql.ts'

type Served = Pick<ServiceHandlers<'gateway'>, Extract<keyof Owned<'gateway'>, `accounts.${string}`>>

export function createAccounts(deps: RecordDeps) {
  return {
    handlers: { ...accountHandlers(deps), ...recordHandlers(deps) },
    subscriptionChanged: followPayments(deps.plans),
    teamChanged,
    trashChanged,
  }
}

function accountHandlers(deps: PlanDeps): Served {
  const { database, plans } = deps
  return {
    'accounts.create': async ({ body, caller }) => {
      const { account, created } = await createAccount(database, body, actorOf(caller))
      return { account: toRow(account), created }
    },
    'accounts.list': async () => ({ accounts: (await listAccounts(database)).map(toRow) }),
    'accounts.get': async ({ params, caller }) => {
      requireOwn(caller, params.accountId)
      const account = await requireAccount(database, params.accountId)
      return { account: toRow(account), limits: plans[account.plan] }
    },
    'accounts.update': async ({ params, body, caller }) => ({
      account: toRow(await changePlan(deps, params.accountId, body.plan, actorOf(caller))),
    }),
    'accounts.contact': async ({ params, body, caller }) => ({
      account: toRow(await changeContact(database, params.accountId, body.email, actorOf(caller))),
    }),
    'accounts.close': async ({ params, body, caller }) => {
      requireOwn(caller, params.accountId)
      return { account: toRow(await closeAccount(database, params.accountId, body.confirm, actorOf(caller))) }
    },
  }
}

const teamChanged: FactEffect = async (tx, fact) => {
  if (fact.type !== 'team.changed') return
  await insertAuditEntry(tx, events[fact.type].state.parse(fact.state))
}

const trashChanged: FactEffect = async (tx, fact) => {
  if (fact.type !== 'trash.changed') return
  const { keyId, ...entry } = events[fact.type].state.parse(fact.state)
  await insertAuditEntry(tx, { ...entry, ...(keyId !== null && { keyId }) })
}

type RecordsServed = Pick<ServiceHandlers<'gateway'>, 'usage.get' | 'audit.list'>
type RecordDeps = { database: Database; records: Records; plans: PlanTable }

const entriesOfPage = 100

function recordHandlers({ database, records, plans }: RecordDeps): RecordsServed {
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

function toRow(account: Account) {
  return { ...account, createdAt: account.createdAt.toISOString() }
}

/** The name in the audit log: a person, or the service that signed, such as `operator` or `dashboard`. */
export function actorOf({ personId, iss }: Pick<Caller, 'personId' | 'iss'>): string {
  return personId ? `person:${personId}` : iss
}

/** A person sees only their own account. Throws `not_found`. */
export function requireOwn(caller: Caller, accountId: string): void {
  if (caller.kind === 'person' && caller.accountId !== accountId) throw new AppError('not_found', 'No such account')
}
