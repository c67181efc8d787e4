import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { portOf } from '@rts/shared/service/health'

export type Door = Awaited<ReturnType<typeof openDoor>>

/**
 * One address before the replicas of a service, in place of the name that containers have: each new connection leads to the next
 * replica. A replica that is taken out keeps the connections that it has.
 */
export async function openDoor() {
  const ports: number[] = []
  const clients = new Set<Socket>()
  let turn = 0
  const server = createServer((client) => {
    clients.add(client)
    client.once('close', () => clients.delete(client))
    // Callers see a connection that breaks.
    pipeline(client, connect(ports[turn++ % ports.length] ?? 0, '127.0.0.1'), client, () => client.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: portOf(server.address()),
    add: (port: number) => void ports.push(port),
    takeOut: (port: number) => void ports.splice(ports.indexOf(port), 1),
    close: () => {
      for (const client of clients) client.destroy()
      server.close()
    },
  }
}
