import { once } from 'node:events'
import { createServer } from 'node:http'
import { createSandbox, type SandboxOptions } from './app.ts'

export type RunningSandbox = { url: string; close: () => Promise<void> }

/** On loopback, at a free port by default. `close` ends open calls and waits for the server. */
export async function startSandbox(options: SandboxOptions & { port?: number }): Promise<RunningSandbox> {
  const sandbox = createSandbox(options)
  const server = createServer(sandbox.app)
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      sandbox.close()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
