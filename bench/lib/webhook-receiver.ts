// Receivers of webhooks in a process of their own: `/live/N` answers at once, `/slow/N` after three seconds, `/dead/N` never.
import { createServer } from 'node:http'

const slowMs = 3_000
/** When an endpoint got its last event, and how many, by path. */
const got = new Map<string, { count: number; ids: Set<string>; isOrdered: boolean; last: number }>()

function note(path: string, id: string, body: string): void {
  const n = Number(/"count":(\d+)/.exec(body)?.[1])
  const before = got.get(path) ?? { count: 0, ids: new Set(), isOrdered: true, last: 0 }
  const isOrdered = before.isOrdered && (before.ids.has(id) || n === before.last + 1)
  got.set(path, { count: before.count + 1, ids: before.ids.add(id), isOrdered, last: Math.max(before.last, n) })
}

const server = createServer((request, response) => {
  const path = request.url ?? '/'
  if (path === '/figures') {
    const rows = [...got].map(([name, { count, ids, isOrdered }]) => ({ name, count, unique: ids.size, isOrdered }))
    response.end(JSON.stringify(rows))
    return
  }
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (path.startsWith('/dead')) return
    note(path, String(request.headers['webhook-id']), Buffer.concat(parts).toString())
    setTimeout(() => response.writeHead(204).end(), path.startsWith('/slow') ? slowMs : 0)
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
