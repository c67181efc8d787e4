import type { Socket } from 'node:net'
import {
  type ConnectOptions,
  type Frame,
  ProtocolError,
  type Publish,
  readConnectOptions,
  silentClient,
} from './frames.ts'
import { FrameParser } from './parser.ts'
import { isLiteral, isPattern, type Receiver, type Router, type Subscription } from './router.ts'

export type Limits = { maxPayload: number; maxPendingBytes: number; pingIntervalMs: number }
export type Auth = { user: string; pass: string }

const pingsBeforeStale = 2
const noResponders = Buffer.from('NATS/1.0 503\r\n\r\n\r\n')

export class Connection implements Receiver {
  readonly #socket: Socket
  readonly #router: Router
  readonly #limits: Limits
  readonly #auth: Auth | undefined
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #pinger: NodeJS.Timeout
  #options: ConnectOptions = silentClient
  #welcome: boolean
  #unanswered = 0
  #closing = false

  constructor(socket: Socket, router: Router, limits: Limits, auth: Auth | undefined) {
    this.#socket = socket
    this.#router = router
    this.#limits = limits
    this.#auth = auth
    this.#welcome = auth === undefined
    this.#pinger = setInterval(() => this.#ping(), limits.pingIntervalMs)
    const parser = new FrameParser(limits.maxPayload, (frame) => this.#handle(frame))
    socket.on('data', (chunk: Buffer) => this.#read(parser, chunk))
    socket.on('error', () => undefined)
    for (const event of ['end', 'close']) socket.on(event, () => this.#forget())
  }

  get echo(): boolean {
    return this.#options.echo
  }

  deliver(to: Subscription, message: Publish): void {
    to.delivered++
    if (to.max !== undefined && to.delivered >= to.max) this.#drop(to)
    const reply = message.reply === undefined ? '' : `${message.reply} `
    const bytes = message.body.length - 2
    if (message.headerBytes > 0 && this.#options.headers) {
      this.#write(`HMSG ${message.subject} ${to.sid} ${reply}${message.headerBytes} ${bytes}\r\n`, message.body)
      return
    }
    const payload = message.body.subarray(message.headerBytes)
    this.#write(`MSG ${message.subject} ${to.sid} ${reply}${bytes - message.headerBytes}\r\n`, payload)
  }

  #read(parser: FrameParser, chunk: Buffer): void {
    if (this.#closing) return
    try {
      parser.feed(chunk)
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      this.#refuse(error.message)
    }
  }

  #handle(frame: Frame): void {
    if (this.#closing) return
    if (frame.op === 'CONNECT') this.#connect(frame.json)
    else if (!this.#welcome) throw new ProtocolError('Authorization Violation')
    else if (frame.op === 'PING') this.#write('PONG\r\n')
    else if (frame.op === 'PONG') this.#unanswered = 0
    else this.#operate(frame)
  }

  #connect(json: string): void {
    this.#options = readConnectOptions(json)
    const { user, pass } = this.#options
    this.#welcome = this.#auth === undefined || (user === this.#auth.user && pass === this.#auth.pass)
    if (!this.#welcome) throw new ProtocolError('Authorization Violation')
    this.#acknowledge()
  }

  #operate(frame: Extract<Frame, { op: 'SUB' | 'UNSUB' | 'PUB' }>): void {
    if (frame.op !== 'UNSUB' && !(frame.op === 'PUB' ? isLiteral : isPattern)(frame.subject)) {
      this.#write("-ERR 'Invalid Subject'\r\n")
      return
    }
    this.#acknowledge()
    if (frame.op === 'SUB') this.#subscribe(frame)
    else if (frame.op === 'UNSUB') this.#unsubscribe(frame)
    else this.#publish(frame)
  }

  #subscribe({ sid, subject, queue }: Extract<Frame, { op: 'SUB' }>): void {
    if (this.#subscriptions.has(sid)) return
    const subscription = { owner: this, sid, subject, queue, delivered: 0, max: undefined }
    this.#subscriptions.set(sid, subscription)
    this.#router.add(subscription)
  }

  #unsubscribe({ sid, max }: Extract<Frame, { op: 'UNSUB' }>): void {
    const subscription = this.#subscriptions.get(sid)
    if (subscription === undefined) return
    subscription.max = max
    if (max === undefined || subscription.delivered >= max) this.#drop(subscription)
  }

  #publish(message: Publish): void {
    if (this.#router.route(message, this) > 0 || message.reply === undefined) return
    if (!this.#options.headers || !this.#options.no_responders || !isLiteral(message.reply)) return
    const headerBytes = noResponders.length - 2
    this.#router.route({ op: 'PUB', subject: message.reply, reply: undefined, headerBytes, body: noResponders }, this)
  }

  #drop(subscription: Subscription): void {
    this.#subscriptions.delete(subscription.sid)
    this.#router.remove(subscription)
  }

  #acknowledge(): void {
    if (this.#options.verbose) this.#write('+OK\r\n')
  }

  #ping(): void {
    if (this.#unanswered++ >= pingsBeforeStale) this.#refuse('Stale Connection')
    else this.#write('PING\r\n')
  }

  #write(head: string, body?: Buffer): void {
    if (this.#socket.destroyed || this.#closing) return
    // All writes during one chunk leave in one system call.
    if (this.#socket.writableCorked === 0) {
      this.#socket.cork()
      process.nextTick(() => this.#socket.uncork())
    }
    this.#socket.write(head)
    if (body !== undefined) this.#socket.write(body)
    // A client that does not read would fill our memory.
    if (this.#socket.writableLength > this.#limits.maxPendingBytes) this.#socket.destroy()
  }

  #refuse(reason: string): void {
    this.#write(`-ERR '${reason}'\r\n`)
    this.#closing = true
    this.#forget()
    this.#socket.end()
    // Closing with unread bytes would reset the connection and lose the reason.
    setTimeout(() => this.#socket.destroy(), 1_000).unref()
  }

  #forget(): void {
    clearInterval(this.#pinger)
    for (const subscription of this.#subscriptions.values()) this.#router.remove(subscription)
    this.#subscriptions.clear()
  }
}
