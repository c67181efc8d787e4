import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Server } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createGuardedFetcher, type FetcherSettings, type FetchOptions, type GuardedFetcher } from '../fetcher.ts'

export type Page = (response: ServerResponse, request: IncomingMessage) => unknown

function useServer(listener: RequestListener, tls?: { key: string; cert: string }) {
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return server
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A page at each path on loopback; remembers requests and counts connections. */
export function useWeb(pages: Record<string, Page>, tls?: { key: string; cert: string }) {
  const requests: IncomingMessage[] = []
  let connections = 0
  const server = useServer((request, response) => {
    requests.push(request)
    const page = pages[new URL(request.url ?? '/', 'http://web').pathname]
    if (page) page(response, request)
    else response.writeHead(404).end('nothing here')
  }, tls)
  server.on(tls ? 'secureConnection' : 'connection', () => connections++)
  beforeEach(() => {
    requests.length = 0
    connections = 0
  })
  return { port: () => portOf(server), requests: () => requests, connections: () => connections }
}

export function useFetchers() {
  const made: GuardedFetcher[] = []
  afterAll(() => Promise.all(made.map((each) => each.close())))
  return (settings: Partial<FetcherSettings> = {}) => {
    const fetcher = createGuardedFetcher({ userAgent: 'tests', ...settings })
    made.push(fetcher)
    return fetcher
  }
}

export async function outcome(fetcher: GuardedFetcher, address: string, options?: FetchOptions): Promise<string> {
  const fetched = await fetcher.get(address, options)
  return fetched.ok ? `${fetched.status} ${Buffer.from(fetched.body).toString()}` : fetched.kind
}
