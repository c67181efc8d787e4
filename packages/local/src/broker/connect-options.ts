import { z } from 'zod'
import { ProtocolError } from './frames.ts'

const schema = z.object({
  verbose: z.boolean().default(false),
  echo: z.boolean().default(true),
  headers: z.boolean().default(false),
  no_responders: z.boolean().default(false),
  user: z.string().optional(),
  pass: z.string().optional(),
})

/** The options that a client sends in CONNECT. */
export type ConnectOptions = z.infer<typeof schema>

export const silentClient: ConnectOptions = schema.parse({})

/** Reads the JSON of CONNECT. Throws `ProtocolError` for anything but the documented shape. */
export function readConnectOptions(json: string): ConnectOptions {
  try {
    return schema.parse(JSON.parse(json))
  } catch {
    throw new ProtocolError('Unknown Protocol Operation')
  }
}
