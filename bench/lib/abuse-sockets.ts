import net from 'node:net'
import { until } from '@rts/local/testing/until'

const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1_000
const uploadTo = (key: string, length: number) =>
  `POST /http/v1/projects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

/** Opens a connection, sends `start`, and then `piece` each second. */
function dripping(port: number, start: string, piece: string): net.Socket {
  const socket = net.connect(port, '127.0.0.1', () => socket.write(start))
  const drip = setInterval(() => socket.writable && socket.write(piece), 1_000)
  return socket.on('error', () => {}).on('close', () => clearInterval(drip))
}

/** So many sockets that never end their headers; `lastClosed` answers the seconds until the gateway has closed all of them. */
export function slowHeaders(port: number, count: number) {
  const startedAt = performance.now()
  const closed: number[] = []
  for (let i = 0; i < count; i++)
    dripping(port, 'GET /http/v1/projects HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'a').on('close', () =>
      closed.push(secondsSince(startedAt)),
    )
  return {
    lastClosed: async () => {
      await until('slow connections to be closed', () => closed.length === count, 60_000, 100)
      return Math.max(...closed)
    },
  }
}

/** The seconds until a body that comes too slowly is answered with 408; 999 for anything else. */
export function slowBody(port: number, key: string): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const socket = dripping(port, uploadTo(key, 1_000), ' ')
    socket.on('data', (chunk) => {
      socket.destroy()
      resolve(chunk.toString().startsWith('HTTP/1.1 408') ? secondsSince(startedAt) : 999)
    })
    socket.on('close', () => resolve(999))
  })
}

/** A client that leaves in the middle of a body, or right after the request. */
export function abort(port: number, key: string, serial: number): Promise<void> {
  const read = `GET /http/v1/projects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write(serial % 2 ? `${uploadTo(key, 500)}{"name": "` : read)
      setTimeout(() => socket.destroy(), serial % 7)
    })
    socket.on('error', () => {}).on('close', () => resolve())
  })
}
