import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'

/**
 * Carries one request at a time to a server, and its answer back. The SDK's own transport also has sessions and streams, which are
 * not used here. It converts Node's messages to web messages and back, which costs more than the rest of a request.
 */
export class OneMessage implements Transport {
  // The server registers its handler here when it connects.
  onmessage?: NonNullable<Transport['onmessage']>
  private settle: ((answer: JSONRPCMessage) => void) | undefined

  async start(): Promise<void> {}
  async close(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message) return
    this.settle?.(message)
    this.settle = undefined
  }

  /** Resolves to the server's answer, which may be an error. */
  exchange(request: JSONRPCRequest): Promise<JSONRPCMessage> {
    return new Promise((resolve) => {
      this.settle = resolve
      this.onmessage?.(request)
    })
  }
}
