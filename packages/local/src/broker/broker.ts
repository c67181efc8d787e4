import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { type Auth, Connection, type Limits } from './connection.ts'
import { Router } from './router.ts'

export type Broker = { url: string; port: number; close(): Promise<void> }

export type BrokerOptions = { port?: number; production: boolean; auth?: Auth; limits?: Partial<Limits> }

/** The largest message, in bytes, on every NATS that we start. */
export const maxPayloadBytes = 8 * 1024 * 1024

const defaults: Limits = {
  maxPayload: maxPayloadBytes,
  maxPendingBytes: 64 * 1024 * 1024,
  pingIntervalMs: 30_000,
}

/** A small core-NATS broker on loopback, for machines without nats-server: no JetStream, clustering, TLS or production. */
export async function startBroker(options: BrokerOptions): Promise<Broker> {
  if (options.production) throw new Error('The built-in broker is for local use only: set NATS_URL in production')
  const limits = { ...defaults, ...options.limits }
  const router = new Router()
  const sockets = new Set<Socket>()
  let nextClient = 1
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    const info = welcome(tcpPort(server), limits.maxPayload, options.auth !== undefined)
    socket.write(`INFO ${JSON.stringify({ ...info, client_id: nextClient++ })}\r\n`)
    new Connection(socket, router, limits, options.auth)
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const port = tcpPort(server)
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return { url: `nats://127.0.0.1:${port}`, port, close }
}

function welcome(port: number, maxPayload: number, authRequired: boolean) {
  return {
    server_id: randomUUID(),
    server_name: 'local-broker',
    version: '2.9.0',
    proto: 1,
    host: '127.0.0.1',
    port,
    headers: true,
    max_payload: maxPayload,
    ...(authRequired ? { auth_required: true } : {}),
  }
}

function tcpPort(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The broker has no TCP address')
  return address.port
}
