import { createServer, type Socket } from 'node:net'
import { portOf } from '@rts/shared/service/health'
import { type Head, headerOf, headOf } from './http-text.ts'

/** One request as it arrived over the wire. */
export type Received = {
  method: string
  target: string
  head: Head
  header(name: string): string | undefined
  body: Buffer
}
export type Script = (request: Received, socket: Socket) => void

export type SimulatedService = {
  url: string
  port: number
  received: Received[]
  /** All bytes that reached it. */
  bytes(): string
  connections: () => number
  /** Sets its answer to requests from now on; without an argument, an empty list. */
  answerWith(script?: Script): void
  /** Empties the records. */
  forget(): void
  stop(): Promise<void>
}

export const emptyList = { projects: [], total: 0, nextCursor: null }

/** A whole answer as text, with the given header lines unchanged. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const all: Record<string, string> = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} Simulated\r\n${lines.join('')}\r\n${text}`
}

/** A refusal in a service's form. */
export function problem(status: number, code: string, headers: Record<string, string> = {}): string {
  const body = {
    type: `/docs/errors#${code}`,
    title: 'T',
    status,
    detail: 'D',
    instance: 'i',
    code,
    retryable: false,
  }
  return answer(status, body, { 'Content-Type': 'application/problem+json', 'x-rts-code': code, ...headers })
}

/** Simulates a domain service on a bare TCP server: it records the requests and answers by the test's script. */
export async function simulateService(): Promise<SimulatedService> {
  const usual: Script = (_request, socket) => void socket.write(answer(200, emptyList))
  const received: Received[] = []
  const sockets = new Set<Socket>()
  let bytes = ''
  let connections = 0
  let script = usual
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    let pending = Buffer.alloc(0)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.toString('latin1')
      pending = Buffer.concat([pending, chunk])
      for (let next = requestOf(pending); next; next = requestOf(pending)) {
        pending = pending.subarray(next.end)
        received.push(next.request)
        script(next.request, socket)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    bytes: () => bytes,
    connections: () => connections,
    answerWith: (next = usual) => {
      script = next
    },
    forget: () => {
      bytes = ''
      received.length = 0
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function requestOf(bytes: Buffer): { request: Received; end: number } | undefined {
  const head = headOf(bytes)
  if (!head) return undefined
  const end = head.end + Number(headerOf(head, 'content-length') ?? 0)
  if (bytes.length < end) return undefined
  const [method = '', target = ''] = head.start.split(' ')
  const body = bytes.subarray(head.end, end)
  return { request: { method, target, head, header: (name) => headerOf(head, name), body }, end }
}
