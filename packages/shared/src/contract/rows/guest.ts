import { z } from 'zod'
import { id, timestamp } from '../fields.ts'

export const guestRow = z.object({
  id,
  accountId: id,
  status: z.enum(['active', 'claiming', 'claimed', 'ended']),
  agentName: z.string().nullable(),
  /** Coarse, such as 203.0.113.0/24; null once the guest ended. */
  from: z.string().nullable(),
  registeredAt: timestamp,
  expiresAt: timestamp,
})
export type GuestRow = z.infer<typeof guestRow>
