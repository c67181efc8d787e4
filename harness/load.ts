import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export type Answer = { status: number; head: string; body: Buffer }
/** The target of a load: requests as bytes, and whether an answer is as it must be. */
export type Target = { port: number; request(): Buffer; accepts(answer: Answer): boolean }
export type Pace = { connections: number; seconds: number; perSecond?: number | undefined }
/** Latencies are of all answers; `unexpected` counts those that were not accepted, `example` is the first of them. */
export type LoadResult = {
  requests: number
  seconds: number
  latenciesMs: number[]
  unexpected: number
  example: string | undefined
}

/** A request in the form in which it is sent. */
export function requestOf(method: string, target: string, headers: Record<string, string> = {}, body = ''): Buffer {
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ Host: 'localhost', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** Accepts a 200 whose body has this text. */
export function holding(text: string): Target['accepts'] {
  return ({ status, body }) => status === 200 && body.includes(text)
}

/** Answers these requests in turn, the first one after the last. */
export function inRotation(requests: readonly Buffer[]): () => Buffer {
  let next = 0
  return () => requests[next++ % requests.length] ?? Buffer.alloc(0)
}

/** A load ends so long after its time, whatever is still open. */
const patienceSeconds = 15
/** The end of a chunked answer. Our JSON has no line breaks, so nothing else ends like this. */
const lastChunk = '0\r\n\r\n'

/** A minimal client: one keep-alive connection, one request at a time. The server may close it between two. */
class Connection {
  private readonly port: number
  private socket: net.Socket
  private head = ''
  private parts: Buffer[] = []
  private missing = -1
  private settle: ((answer: Answer | undefined) => void) | undefined

  constructor(port: number) {
    this.port = port
    this.socket = this.connect()
  }

  private connect(): net.Socket {
    const socket = net.connect({ port: this.port, host: '127.0.0.1', noDelay: true })
    const failed = () => socket === this.socket && this.finish(undefined)
    return socket
      .on('data', (chunk) => this.onData(chunk))
      .on('error', failed)
      .on('close', failed)
  }

  opened(): Promise<void> {
    return new Promise((resolve, reject) => this.socket.once('connect', resolve).once('error', reject))
  }

  /** Undefined if the connection breaks. */
  send(request: Buffer): Promise<Answer | undefined> {
    if (this.socket.closed || /^connection: close/im.test(this.head)) {
      this.socket.destroy()
      this.socket = this.connect()
    }
    this.head = ''
    this.parts = []
    this.missing = -1
    return new Promise((resolve) => {
      this.settle = resolve
      this.socket.write(request)
    })
  }

  close(): void {
    this.socket.destroy()
  }

  private onData(chunk: Buffer): void {
    if (this.missing >= 0) this.take(chunk)
    else {
      const all = Buffer.concat([...this.parts.splice(0), chunk])
      const end = all.indexOf('\r\n\r\n')
      if (end < 0) return void this.parts.push(all)
      this.head = all.toString('latin1', 0, end)
      const isChunked = /transfer-encoding: chunked/i.test(this.head)
      this.missing = isChunked ? Number.POSITIVE_INFINITY : Number(/content-length: (\d+)/i.exec(this.head)?.[1] ?? 0)
      this.take(all.subarray(end + 4))
    }
    if (this.missing === Number.POSITIVE_INFINITY) {
      const tail = Buffer.concat(this.parts.slice(-lastChunk.length)).subarray(-lastChunk.length)
      if (tail.toString('latin1') !== lastChunk) return
    } else if (this.missing > 0) return
    this.finish({ status: Number(this.head.slice(9, 12)), head: this.head, body: Buffer.concat(this.parts) })
  }

  private take(part: Buffer): void {
    if (part.length > 0) this.parts.push(part)
    this.missing -= part.length
  }

  private finish(answer: Answer | undefined): void {
    const settle = this.settle
    this.settle = undefined
    settle?.(answer)
  }
}

/**
 * Calls over so many connections, each of which sends one request at a time: the next one as soon as the last is answered; or, with
 * `perSecond`, the next one that is due, so that latency counts from that moment and has the wait for a connection in it.
 */
export async function runLoad({ port, request, accepts }: Target, pace: Pace): Promise<LoadResult> {
  const { connections, seconds, perSecond } = pace
  const pool = Array.from({ length: connections }, () => new Connection(port))
  await Promise.all(pool.map((connection) => connection.opened()))
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1_000
  const latenciesMs: number[] = []
  let unexpected = 0
  let example: string | undefined
  let begun = 0
  let isOver = false
  const nextDueAt = () => (perSecond === undefined ? performance.now() : startedAt + (begun++ * 1_000) / perSecond)
  const callOn = async (connection: Connection) => {
    for (let dueAt = nextDueAt(); dueAt < endsAt && !isOver; dueAt = nextDueAt()) {
      const early = dueAt - performance.now()
      if (early > 0) await delay(early)
      const answer = await connection.send(request())
      if (isOver) return
      latenciesMs.push(performance.now() - dueAt)
      if (answer && accepts(answer)) continue
      unexpected++
      example ??= answer ? `${answer.head.split('\r\n')[0]} ${answer.body.toString().slice(0, 200)}` : 'broken off'
    }
  }
  const patience = new AbortController()
  const late = delay((seconds + patienceSeconds) * 1_000, undefined, { signal: patience.signal }).catch(() => {})
  await Promise.race([Promise.all(pool.map(callOn)), late])
  isOver = true
  patience.abort()
  for (const connection of pool) connection.close()
  const took = (performance.now() - startedAt) / 1_000
  return { requests: latenciesMs.length, seconds: took, latenciesMs, unexpected, example }
}
