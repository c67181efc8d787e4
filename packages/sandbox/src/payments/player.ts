import type { Provider } from '../formats/provider.ts'
import type { Attempt, Bill, Till } from './till.ts'

export type Sent = { url: string; headers: Record<string, string>; body: string }

/** A payment provider as the sandbox plays it. */
export type Player = {
  /** What its page is called. */
  label: string
  /** Its interface. */
  provider(till: Till, clock: () => Date): Provider
  /** What it sends about an attempt. */
  noticeOf(bill: Bill, attempt: Attempt): Sent
}

/** The key that every provider takes here. */
export const serverKey = 'sandbox'
