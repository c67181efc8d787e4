import type { Server, ServerResponse } from 'node:http'
import { createUnderWay } from './under-way.ts'

/** Once begun, each answer closes its connection, those under way too: clients must open another one for the next request. */
export function createDrain(server: Server): { hasBegun(): boolean; begin(): void } {
  const underWay = createUnderWay<ServerResponse>()
  let hasBegun = false
  const close = (res: ServerResponse) => {
    if (!res.headersSent) res.setHeader('Connection', 'close')
  }
  server.prependListener('request', (_req, res) => {
    if (hasBegun) return close(res)
    const place = underWay.add(res)
    res.once('close', () => underWay.remove(place))
  })
  return {
    hasBegun: () => hasBegun,
    begin: () => {
      hasBegun = true
      underWay.all().forEach(close)
    },
  }
}

/** Resolves once the last answer was read, 20 seconds later at most. Idle connections are ended at once. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Connections that were busy when the server closed become idle later.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearInterval(idle)
      resolve()
    })
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), 20_000).unref()
  })
}
