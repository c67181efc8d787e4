import net from 'node:net'

export type Answer = { status: number; head: string; body: Buffer }
/** The target of a load: requests as bytes, and whether an answer is as it must be. */
export type Target = { port: number; request(): Buffer; accepts(answer: Answer): boolean }
type Pace = { connections: number; seconds: number }
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

async function openLoad({ port, request, accepts }: Target, connections: number) {
  const pool = Array.from({ length: connections }, () => new Connection(port))
  await Promise.all(pool.map((connection) => connection.opened()))
  const startedAt = performance.now()
  const latenciesMs: number[] = []
  let unexpected = 0
  let example: string | undefined
  return {
    pool,
    startedAt,
    latenciesMs,
    /** Makes one call; its latency counts from `since`. */
    async call(connection: Connection, since: number): Promise<void> {
      const answer = await connection.send(request())
      latenciesMs.push(performance.now() - since)
      if (answer && accepts(answer)) return
      unexpected++
      example ??= answer ? `${answer.head.split('\r\n')[0]} ${answer.body.toString().slice(0, 200)}` : 'broken off'
    },
    end(): LoadResult {
      for (const connection of pool) connection.close()
      const seconds = (performance.now() - startedAt) / 1_000
      return { requests: latenciesMs.length, seconds, latenciesMs: [...latenciesMs], unexpected, example }
    },
  }
}

/** Each connection sends its next request as soon as the last one is answered. */
export async function closedLoop(target: Target, { connections, seconds }: Pace): Promise<LoadResult> {
  const load = await openLoad(target, connections)
  const endsAt = load.startedAt + seconds * 1_000
  const each = load.pool.map(async (connection) => {
    while (performance.now() < endsAt) await load.call(connection, performance.now())
  })
  await Promise.all(each)
  return load.end()
}

/** Sends requests at a fixed rate. Latency counts from the moment each was due, so it includes the wait for a connection. */
export async function openLoop(
  target: Target,
  { connections, seconds, perSecond }: Pace & { perSecond: number },
): Promise<LoadResult> {
  const load = await openLoad(target, connections)
  const free = [...load.pool]
  const due: number[] = []
  const total = Math.floor(seconds * perSecond)
  let sent = 0
  await new Promise<void>((resolve) => {
    const serve = () => {
      while (due.length > 0 && free.length > 0) {
        const connection = free.pop()
        const dueAt = due.shift() ?? 0
        if (!connection) return
        void load.call(connection, dueAt).then(() => {
          free.push(connection)
          if (load.latenciesMs.length === total) resolve()
          else serve()
        })
      }
    }
    const tick = setInterval(() => {
      const now = performance.now()
      const dueAt = () => load.startedAt + (sent * 1_000) / perSecond
      for (; sent < total && dueAt() <= now; sent++) due.push(dueAt())
      serve()
      if (sent === total) clearInterval(tick)
    }, 1)
    setTimeout(resolve, (seconds + 15) * 1_000).unref()
  })
  return load.end()
}
