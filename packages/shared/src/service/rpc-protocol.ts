import { z } from 'zod'

/** Of requests and replies; also the broker's `max_payload`. */
export const maxPayloadBytes = 8 * 1_024 * 1_024
const rpcRequest = z.object({
  params: z.unknown().optional(),
  query: z.unknown().optional(),
  body: z.unknown().optional(),
})

export function readRpcRequest(message: Uint8Array): z.output<typeof rpcRequest> {
  return rpcRequest.parse(JSON.parse(Buffer.from(message).toString()))
}

/** From a full replica: try another one once. */
export const busyReply = 'busy'
