import type { Server, ServerResponse } from 'node:http'

/** Once begun, each answer closes its connection, those under way too: clients must open another one for the next request. */
export function createDrain(server: Server): { hasBegun(): boolean; begin(): void } {
  const underWay = new Set<ServerResponse>()
  let hasBegun = false
  const close = (res: ServerResponse) => {
    if (!res.headersSent) res.setHeader('Connection', 'close')
  }
  server.prependListener('request', (_req, res) => {
    if (hasBegun) return close(res)
    underWay.add(res)
    res.once('close', () => underWay.delete(res))
  })
  return {
    hasBegun: () => hasBegun,
    begin: () => {
      hasBegun = true
      for (const res of underWay) close(res)
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
    // The longest that a client may still read an answer.
    setTimeout(() => server.closeAllConnections(), 20_000).unref()
  })
}
