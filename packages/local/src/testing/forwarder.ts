import { connect, createServer, type Socket } from 'node:net'
import { portOf } from '@rts/shared/service/health'

export type Forwarder = {
  port: number
  /** Where new connections lead from now on; undefined: nowhere, and those that stand are cut. */
  leadTo(port: number | undefined): void
  /** From now on no byte moves on connections that stand, as behind a host that has gone without a word; new ones are served. */
  silence(): void
  close(): Promise<void>
}

/** A TCP address that stays while what is behind it goes, comes back, or moves to another port. */
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
