import { type Frame, ProtocolError, type PublishHead, readControlLine } from './frames.ts'

const maxControlLine = 16_384
const lineFeed = 10
const carriageReturn = 13

/** Cuts a byte stream, however it is split, into frames. After `feed` throws a `ProtocolError` the parser is unusable. */
export class FrameParser {
  readonly #maxPayload: number
  readonly #onFrame: (frame: Frame) => void
  #line: Buffer[] = []
  #lineBytes = 0
  #head: PublishHead | undefined
  #body: Buffer | undefined
  #filled = 0

  constructor(maxPayload: number, onFrame: (frame: Frame) => void) {
    this.#maxPayload = maxPayload
    this.#onFrame = onFrame
  }

  feed(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      at = this.#head === undefined ? this.#takeLine(chunk, at) : this.#takeBody(this.#head, chunk, at)
    }
  }

  #takeLine(chunk: Buffer, at: number): number {
    const found = chunk.indexOf(lineFeed, at)
    const end = found === -1 ? chunk.length : found
    this.#line.push(chunk.subarray(at, end))
    this.#lineBytes += end - at
    if (this.#lineBytes > maxControlLine) throw new ProtocolError('Maximum Control Line Exceeded')
    if (found === -1) return end
    const line = this.#line.length === 1 ? chunk.subarray(at, end) : Buffer.concat(this.#line)
    this.#line = []
    this.#lineBytes = 0
    this.#acceptLine(line.at(-1) === carriageReturn ? line.subarray(0, -1) : line)
    return end + 1
  }

  #acceptLine(line: Buffer): void {
    const read = readControlLine(line.toString('utf8'))
    if (read.op !== 'PUB') this.#onFrame(read)
    else if (read.bytes <= this.#maxPayload) this.#head = read
    else throw new ProtocolError('Maximum Payload Violation')
  }

  #takeBody(head: PublishHead, chunk: Buffer, at: number): number {
    const wanted = head.bytes + 2
    const taken = Math.min(wanted - this.#filled, chunk.length - at)
    // A body within one chunk is passed on without a copy; otherwise its parts are copied once into one buffer.
    if (this.#filled === 0 && taken === wanted) {
      this.#finish(head, chunk.subarray(at, at + wanted))
      return at + taken
    }
    this.#body ??= Buffer.allocUnsafe(wanted)
    chunk.copy(this.#body, this.#filled, at, at + taken)
    this.#filled += taken
    if (this.#filled === wanted) this.#finish(head, this.#body)
    return at + taken
  }

  #finish(head: PublishHead, body: Buffer): void {
    if (body.at(-2) !== carriageReturn || body.at(-1) !== lineFeed) {
      throw new ProtocolError('Unknown Protocol Operation')
    }
    this.#head = undefined
    this.#body = undefined
    this.#filled = 0
    const { subject, reply, headerBytes } = head
    this.#onFrame({ op: 'PUB', subject, reply, headerBytes, body })
  }
}
