import type { Provider } from '../formats/provider.ts'
import type { Rules } from './rules.ts'
import type { Attempt, Bill, Till } from './till.ts'

export type Sent = { url: string; headers: Record<string, string>; body: string }

export type Player = {
  label: string
  provider(till: Till, clock: () => Date): Provider
  noticesOf(bill: Bill, attempt: Attempt, rules: Rules): Sent[]
}

/** Accepted by every provider here. */
export const serverKey = 'sandbox'
