import type { Plan } from '@rts/shared/plans'

/** An account as it is now; `people` are those whom its plan allows. */
type OpenAccount = { email: string; plan: Plan; people: number }
/** Asks the gateway. Throws `not_found` for an account that is closed. */
export type AccountOf = (accountId: string) => Promise<OpenAccount>
