import type { PaymentProviderName } from '@rts/shared/contract/rows/billing'
import { createDesk } from './desk.ts'
import { midtrans } from './midtrans.ts'
import { createNotices } from './notices.ts'
import type { Player } from './player.ts'
import { createTill } from './till.ts'
import { xendit } from './xendit.ts'

const players: Record<PaymentProviderName, Player> = { midtrans, xendit }
export type Payments = ReturnType<typeof createPayments>

export function createPayments(clock: () => Date) {
  const till = createTill(clock)
  const notices = createNotices((bill, attempt) =>
    players[bill.provider].noticesOf(bill, attempt, till.rules.current()),
  )
  return {
    till,
    notices,
    desk: createDesk(till, notices, clock),
    providers: Object.values(players).map(({ provider }) => provider(till, clock)),
    labelOf: (name: PaymentProviderName) => players[name].label,
    reset() {
      till.reset()
      notices.reset()
    },
  }
}
