import { createServer, type RequestListener, type Server } from 'node:http'

/**
 * The HTTP server of a service. An idle connection is the gateway's to close: a service that stood still for Node's five seconds
 * would close those on which requests wait for it.
 */
export function createServiceServer(listener: RequestListener): Server {
  return createServer({ keepAliveTimeout: 75_000 }, listener)
}
