import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'

/**
 * Carries one request to a server and its answer back. The SDK's own transport also does sessions and streams, which are not
 * used here, and turns Node's messages into the web's and back, which costs more than all the rest of a request.
 */
export class OneMessage implements Transport {
  // The server hangs itself in here when it connects.
  onmessage?: NonNullable<Transport['onmessage']>
  private settle: (answer: JSONRPCMessage) => void = () => {}

  async start(): Promise<void> {}
  async close(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message)) this.settle(message)
  }

  /** The server's answer, which is an error at worst. */
  exchange(request: JSONRPCRequest): Promise<JSONRPCMessage> {
    return new Promise((resolve) => {
      this.settle = resolve
      this.onmessage?.(request)
    })
  }
}
