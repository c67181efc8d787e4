import type { Server, ServerResponse } from 'node:http'
import { createUnderWay } from './under-way.ts'

/** From then on each answer closes its connection: clients must reconnect elsewhere. */
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

/** Resolves with the last answer, after 20 seconds at most. Idle connections end at once. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearInterval(idle)
      resolve()
    })
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), 20_000).unref()
  })
}
