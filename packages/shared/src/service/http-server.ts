import { createServer, type RequestListener, type Server } from 'node:http'

/**
 * The HTTP server of a service. The gateway closes idle connections: after a pause longer than Node's five seconds a service would
 * close connections on which requests wait.
 */
export function createServiceServer(listener: RequestListener): Server {
  return createServer({ keepAliveTimeout: 75_000 }, listener)
}
