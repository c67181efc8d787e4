import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { until } from '@rts/local/testing/until'
import { bodyOf, type Head, headerOf, headOf } from './http-text.ts'

export type RawAnswer = {
  status: number
  head: Head
  header(name: string): string | undefined
  /** Bytes of the body as it was sent. */
  length: number
  text: string
  /** The body as JSON. Throws for any other body, so that a text or HTML answer fails the test that reads it. */
  json: Record<string, unknown> & { allowance?: Record<string, unknown> }
}

export type RawConnection = {
  socket: Socket
  send(bytes: string | Buffer): void
  /** The next whole answer. Throws if the connection ends before that. */
  answer(deadlineMs?: number): Promise<RawAnswer>
  /** All bytes received so far. */
  received(): Buffer
  isClosed(): boolean
  closed(deadlineMs?: number): Promise<void>
}

/** A TCP connection that sends exactly the given bytes, without an HTTP library. Answers to HEAD end with their head. */
export async function connectRaw(port: number, isHead = false): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1')
  let bytes = Buffer.alloc(0)
  let at = 0
  let isClosed = false
  let wake = () => {}
  const moved = (forMs: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, forMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    wake()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
    wake()
  })
  await once(socket, 'connect')
  const next = (): RawAnswer | undefined => {
    const head = headOf(bytes, at)
    if (!head) return undefined
    const status = Number(head.start.split(' ')[1])
    const whole =
      status < 200 || status === 304 || isHead
        ? { body: Buffer.alloc(0), end: head.end }
        : bodyOf(bytes, head, isClosed)
    if (!whole) return undefined
    at = whole.end
    return answerOf(status, head, whole.body)
  }
  return {
    socket,
    send: (text) => void socket.write(text),
    received: () => bytes,
    isClosed: () => isClosed,
    closed: async (deadlineMs) => void (await until('the connection to end', () => isClosed, deadlineMs)),
    answer: async (deadlineMs = 60_000) => {
      const deadline = performance.now() + deadlineMs
      for (;;) {
        const answer = next()
        if (answer) return answer
        if (isClosed) throw new Error(`the connection ended; it had: ${bytes.toString().slice(0, 2_000)}`)
        if (performance.now() > deadline) throw new Error(`no answer within ${deadlineMs} ms`)
        await moved(deadline - performance.now())
      }
    },
  }
}

function answerOf(status: number, head: Head, body: Buffer): RawAnswer {
  const text = decoded(body, headerOf(head, 'content-encoding')).toString()
  const json = text === '' ? {} : JSON.parse(text)
  return { status, head, header: (name) => headerOf(head, name), length: body.length, text, json }
}

function decoded(body: Buffer, coding: string | undefined): Buffer {
  if (body.length === 0 || coding === undefined) return body
  if (coding === 'gzip') return gunzipSync(body)
  if (coding === 'br') return brotliDecompressSync(body)
  throw new Error(`an answer in the coding ${coding}`)
}

/** Sends bytes on a new connection and waits for one answer. */
export async function exchangeRaw(port: number, text: string | Buffer, deadlineMs?: number): Promise<RawAnswer> {
  const bytes = Buffer.from(text)
  const connection = await connectRaw(port, bytes.toString('latin1', 0, 5) === 'HEAD ')
  try {
    connection.send(bytes)
    return await connection.answer(deadlineMs)
  } finally {
    connection.socket.destroy()
  }
}
