import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'

/** Below the ephemeral ports of outgoing connections, so that a free port stays free until a program listens on it. */
const range = { first: 15_000, end: 32_000 }
const maxTries = 100
const given = new Set<number>()

/** A TCP port of 127.0.0.1 on which nothing listened just now, and never the same twice; another process may still take it first. */
export async function freePort(): Promise<number> {
  for (let i = 0; i < maxTries; i++) {
    const port = randomInt(range.first, range.end)
    if (given.has(port) || (await isTaken(port))) continue
    given.add(port)
    return port
  }
  throw new Error(`No free port was found between ${range.first} and ${range.end}`)
}

/** Whether a program listens there. It is asked with a connection: listening would take the port from a program that starts now. */
export async function isTaken(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isTaken = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isTaken
}
