import net from 'node:net'

export type LoadResult = { requests: number; seconds: number; latenciesMs: number[]; unexpected: number }
type Request = () => Buffer

/** The end of a chunked answer. Our JSON has no line breaks, so nothing else ends like this. */
const lastChunk = '0\r\n\r\n'

/** A minimal client: one keep-alive connection, one request at a time, read by Content-Length or to the last chunk. A server may close it. */
class Connection {
  private readonly port: number
  private socket: net.Socket
  private isEnding = false
  private expected = -1
  private received = 0
  private head = ''
  private tail = ''
  private settle: ((ok: boolean) => void) | undefined

  constructor(port: number) {
    this.port = port
    this.socket = this.connect()
  }

  private connect(): net.Socket {
    const socket = net.connect({ port: this.port, host: '127.0.0.1', noDelay: true })
    const failed = () => socket === this.socket && this.finish(false)
    return socket
      .on('data', (chunk) => this.onData(chunk))
      .on('error', failed)
      .on('close', failed)
  }

  opened(): Promise<void> {
    return new Promise((resolve, reject) => this.socket.once('connect', resolve).once('error', reject))
  }

  send(request: Buffer): Promise<boolean> {
    if (this.isEnding) {
      this.socket.destroy()
      this.socket = this.connect()
      this.isEnding = false
    }
    return new Promise((resolve) => {
      this.settle = resolve
      this.socket.write(request)
    })
  }

  close(): void {
    this.socket.destroy()
  }

  private onData(chunk: Buffer): void {
    if (this.expected < 0) {
      this.head += chunk.toString('latin1')
      const end = this.head.indexOf('\r\n\r\n')
      if (end < 0) return
      const isChunked = /transfer-encoding: chunked/i.test(this.head)
      this.expected = isChunked ? Number.POSITIVE_INFINITY : Number(/content-length: (\d+)/i.exec(this.head)?.[1] ?? 0)
      this.received = this.head.length - end - 4
    } else {
      this.received += chunk.length
    }
    this.tail = (this.tail + chunk.subarray(-lastChunk.length).toString('latin1')).slice(-lastChunk.length)
    const isEnd = this.expected === Number.POSITIVE_INFINITY ? this.tail === lastChunk : this.received >= this.expected
    if (!isEnd) return
    const ok = this.head.startsWith('HTTP/1.1 200')
    this.isEnding = /^connection: close/im.test(this.head)
    this.head = ''
    this.tail = ''
    this.expected = -1
    this.finish(ok)
  }

  private finish(ok: boolean): void {
    const settle = this.settle
    this.settle = undefined
    settle?.(ok)
  }
}

async function open(port: number, connections: number): Promise<Connection[]> {
  const opened = Array.from({ length: connections }, () => new Connection(port))
  await Promise.all(opened.map((connection) => connection.opened()))
  return opened
}

/** Each connection sends its next request as soon as the last one is answered. */
export async function closedLoop(
  port: number,
  connections: number,
  seconds: number,
  request: Request,
): Promise<LoadResult> {
  const pool = await open(port, connections)
  const latenciesMs: number[] = []
  let unexpected = 0
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1_000
  await Promise.all(
    pool.map(async (connection) => {
      while (performance.now() < endsAt) {
        const sentAt = performance.now()
        if (!(await connection.send(request()))) unexpected++
        latenciesMs.push(performance.now() - sentAt)
      }
    }),
  )
  for (const connection of pool) connection.close()
  return { requests: latenciesMs.length, seconds: (performance.now() - startedAt) / 1_000, latenciesMs, unexpected }
}

/** Sends requests at a fixed rate. Latency counts from the moment each was due, so it includes the wait for a free connection. */
export async function openLoop(
  port: number,
  connections: number,
  seconds: number,
  perSecond: number,
  request: Request,
): Promise<LoadResult> {
  const pool = await open(port, connections)
  const free = [...pool]
  const due: number[] = []
  const latenciesMs: number[] = []
  let unexpected = 0
  let sent = 0
  const startedAt = performance.now()
  const total = Math.floor(seconds * perSecond)
  await new Promise<void>((resolve) => {
    const serve = () => {
      while (due.length > 0 && free.length > 0) {
        const connection = free.pop()
        const dueAt = due.shift() ?? 0
        void connection?.send(request()).then((ok) => {
          if (!ok) unexpected++
          latenciesMs.push(performance.now() - dueAt)
          free.push(connection)
          if (latenciesMs.length === total) resolve()
          else serve()
        })
      }
    }
    const tick = setInterval(() => {
      const now = performance.now()
      while (sent < total && startedAt + (sent * 1_000) / perSecond <= now)
        due.push(startedAt + (sent++ * 1_000) / perSecond)
      serve()
      if (sent === total) clearInterval(tick)
    }, 1)
    setTimeout(resolve, (seconds + 15) * 1_000).unref()
  })
  for (const connection of pool) connection.close()
  return { requests: latenciesMs.length, seconds: (performance.now() - startedAt) / 1_000, latenciesMs, unexpected }
}
