import type { GuestRow } from '@rts/shared/contract/rows/account'
import type { Plan, PlanTable } from '@rts/shared/plans'
import type { Guest } from './guests.sql.ts'

export function toRow({ id, accountId, status, agentName, seenFrom, createdAt, endsAt }: Guest): GuestRow {
  const times = { registeredAt: createdAt.toISOString(), expiresAt: endsAt.toISOString() }
  return { id, accountId, status, agentName, from: seenFrom, ...times }
}

/** The plan's limits; a guest may have a different rhythm. */
export function limitsOf(plans: PlanTable, plan: Plan, guest: Guest | undefined) {
  const { sites, keywords, checkEveryDays, collectsPerDay, competitorsPerSite } = plans[plan]
  return {
    sites,
    keywords,
    collectsPerDay,
    competitorsPerSite,
    checkEveryDays: guest?.checkEveryDays ?? checkEveryDays,
  }
}
