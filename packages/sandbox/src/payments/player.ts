import type { Provider } from '../formats/provider.ts'
import type { Rules } from './rules.ts'
import type { Attempt, Bill, Till } from './till.ts'

export type Sent = { url: string; headers: Record<string, string>; body: string }

/** A payment provider, simulated. */
export type Player = {
  /** The name of its page. */
  label: string
  /** Its interface. */
  provider(till: Till, clock: () => Date): Provider
  /** The notices that it sends about an attempt as it is now. */
  noticesOf(bill: Bill, attempt: Attempt, rules: Rules): Sent[]
}

/** The key that every provider takes here. */
export const serverKey = 'sandbox'
