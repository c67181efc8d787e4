import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { AppError } from '../errors.ts'

/**
 * How long a gateway keeps an idle connection. Below `DRAIN_MS` of containers: a request sent as a stopping service closes it is lost.
 */
export const idleConnectionMs = 4_000

/** The HTTP server of a service. It keeps idle connections for longer than the gateway does. */
export function createServiceServer(listener: RequestListener): Server {
  return createServer({ keepAliveTimeout: 75_000 }, listener)
}

/** Aborted when the connection closes before the answer has been written. */
export function closeSignal(res: ServerResponse): AbortSignal {
  const leaving = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) leaving.abort()
  })
  return leaving.signal
}

/** Reads the whole body of a request, of at most `limitBytes`. Rejects with `payload_too_large`, and for a body that breaks off. */
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
