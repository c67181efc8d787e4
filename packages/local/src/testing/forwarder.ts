import { connect, createServer, type Socket } from 'node:net'
import { portOf } from '@rts/shared/service/health'

export type Forwarder = {
  port: number
  /** Sets the target of new connections; undefined refuses new connections and cuts the open ones. */
  leadTo(port: number | undefined): void
  /** Stops all bytes on open connections, as when a host vanishes; new connections are served. */
  silence(): void
  close(): Promise<void>
}

/** A TCP address that stays the same while its target stops, comes back, or moves to another port. */
export async function startForwarder(to: number): Promise<Forwarder> {
  const sockets = new Set<Socket>()
  let target: number | undefined = to
  const server = createServer((near) => {
    if (target === undefined) return void near.destroy()
    const far = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: portOf(server.address()),
    silence: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    leadTo: (port) => {
      target = port
      if (port === undefined) cut()
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      cut()
      await closed
    },
  }
}
