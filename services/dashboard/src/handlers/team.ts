import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { MemberStore } from '../data/member-store.ts'
import { personOf } from '../domain/person-of.ts'

/** Who belongs to an account. */
export function teamHandlers({
  members,
}: {
  members: MemberStore
}): Pick<ServiceHandlers<'dashboard'>, 'memberships.delete'> {
  return {
    'memberships.delete': async ({ params, caller }) => {
      await members.leave(params.accountId, personOf(caller))
      return { ok: true }
    },
  }
}
