import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { AppError } from '../errors.ts'

/** Of a gateway. Below containers' `DRAIN_MS`: a request sent into a closing connection is lost. */
export const idleConnectionMs = 4_000

/** Keeps idle connections for longer than the gateway. */
export function createServiceServer(listener: RequestListener): Server {
  return createServer({ keepAliveTimeout: 75_000 }, listener)
}

/** Fires when the connection closes before the answer is written. */
export function closeSignal(res: ServerResponse): AbortSignal {
  const leaving = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) leaving.abort()
  })
  return leaving.signal
}

/** Rejects with `payload_too_large`, or when the body breaks off. */
export function readBody(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limitBytes) chunks.push(chunk)
      else reject(new AppError('payload_too_large', `The body has more than ${limitBytes} bytes`))
    })
    req.once('end', () => resolve(Buffer.concat(chunks, size)))
    req.once('error', reject)
  })
}

export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
