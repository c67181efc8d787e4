import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports of outgoing connections, so that a free port stays free until a program listens on it. */
const range = { first: 15_000, end: 32_000 }
const mostTries = 100

/** A TCP port that was just free on 127.0.0.1; another process may still take it first. */
export async function freePort(): Promise<number> {
  for (let i = 0; i < mostTries; i++) {
    const port = randomInt(range.first, range.end)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port was found between ${range.first} and ${range.end}`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  probe.listen(port, '127.0.0.1')
  const isListening = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (isListening) await once(probe.close(), 'close')
  return isListening
}
