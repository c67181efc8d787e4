import { createServer, type RequestListener, type Server } from 'node:http'

/**
 * How long a gateway keeps an idle connection to a service. Below `DRAIN_MS` of containers: a stopping service ends the idle connections
 * after it, and a request that is sent at that moment is lost.
 */
export const idleConnectionMs = 4_000

/** The HTTP server of a service. The gateway closes idle connections; after Node's five seconds a service might do so first. */
export function createServiceServer(listener: RequestListener): Server {
  return createServer({ keepAliveTimeout: 75_000 }, listener)
}
