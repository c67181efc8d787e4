import type { Role } from '@rts/shared/contract/operation'
import type { Plan } from '@rts/shared/plans'

/** `siteIds`: the only sites that the person may see; null: all of the account. */
export type Membership = { accountId: string; role: Role; siteIds: string[] | null }

/** A person as a caller in an account, as far as their role and their sites reach. A viewer's call starts no work that costs. */
export function memberCaller({ accountId, role, siteIds }: Membership, plan: Plan) {
  const collect = role === 'viewer' ? 'deny' : 'allow'
  return { kind: 'person', keyId: null, accountId, role, plan, collect, siteIds } as const
}
