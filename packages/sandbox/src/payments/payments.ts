import { createDesk } from './desk.ts'
import { midtrans } from './midtrans.ts'
import { createNotices } from './notices.ts'
import { createTill } from './till.ts'
import { xendit } from './xendit.ts'

export type Payments = ReturnType<typeof createPayments>

/** Two payment providers with one till: their interfaces, their pages, their notices. */
export function createPayments(clock: () => Date) {
  const till = createTill(clock)
  const notices = createNotices()
  return {
    till,
    notices,
    desk: createDesk(till, notices, clock),
    providers: [midtrans(till, clock), xendit(till)],
    reset() {
      till.reset()
      notices.reset()
    },
  }
}
