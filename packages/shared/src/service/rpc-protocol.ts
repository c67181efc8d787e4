import { z } from 'zod'

/** Both directions of a call over NATS; also the broker's `max_payload`. */
export const maxPayloadBytes = 8 * 1_024 * 1_024
export const rpcRequest = z.object({
  params: z.unknown().optional(),
  query: z.unknown().optional(),
  body: z.unknown().optional(),
})

/** A full replica answers this, and callers try another one once. */
export const busyReply = 'busy'
