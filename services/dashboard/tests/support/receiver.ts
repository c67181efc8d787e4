import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

export type Received = { path: string; id: string; headers: Record<string, string>; body: string; at: number }
type Behaviour = (response: ServerResponse, received: Received) => void

const ok: Behaviour = (response) => response.writeHead(204).end()

/** A stranger's server on loopback, below `*.receiver.example`: it keeps what it gets, and answers each path as the test says. */
export async function startReceiver() {
  const received: Received[] = []
  const behaviours = new Map<string, Behaviour>()
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    const path = request.url ?? '/'
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const each = { path, id: headers['webhook-id'] ?? '', headers, body, at: performance.now() }
    received.push(each)
    const behave = behaviours.get(path) ?? ok
    behave(response, each)
  })
  server.keepAliveTimeout = 30_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = Object(server.address())
  return {
    overrides: new Map([['*.receiver.example', { address: '127.0.0.1', port: Number(port) }]]),
    variable: `*.receiver.example=127.0.0.1:${port}`,
    /** Each path has a host of its own. */
    url: (path: string) => `https://${path.slice(1).replaceAll('/', '-')}.receiver.example${path}`,
    /** Requests to a path, oldest first. */
    to: (path: string) => received.filter((each) => each.path === path),
    answers: (path: string, behave: Behaviour) => behaviours.set(path, behave),
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
