import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

export type Coding = 'br' | 'gzip'

/** Coding shorter answers saves less than a packet. */
export const shortestCoded = 1_024

// Of 46 KB of keywords gzip 3 makes 7.8 KB for 190 us of CPU (6: 7.3 for 320), brotli 1 makes 7.1 KB for 140 (3: 6.5 for 360).
const gzipOptions = { level: 3, chunkSize: 64 * 1_024 }
const brotliOptions = {
  // 256 KB: the most that is held of an answer.
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 },
  chunkSize: 64 * 1_024,
}
const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

function coded(coding: Coding, body: Buffer): Promise<Buffer> {
  return coding === 'br' ? brotlied(body, brotliOptions) : gzipped(body, gzipOptions)
}

function coder(coding: Coding) {
  return coding === 'br' ? createBrotliCompress(brotliOptions) : createGzip(gzipOptions)
}

/** RFC 9110, 12.5.3; brotli on a tie, undefined for none. */
export function codingOf(accepted: string | undefined): Coding | undefined {
  if (!accepted) return undefined
  const weights = weightsOf(accepted)
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0
  const best = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br'
  const asItIs = weights.get('identity') ?? 0
  return weightOf(best) > 0 && weightOf(best) >= asItIs ? best : undefined
}

function weightsOf(accepted: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', weight = 'q=1', ...more] = part.split(';').map((word) => word.trim())
    const [, q] = /^q=([01](?:\.\d{0,3})?)$/.exec(weight) ?? []
    // A part that cannot be read names nothing.
    if (q !== undefined && more.length === 0) weights.set(name === 'x-gzip' ? 'gzip' : name, Number(q))
  }
  return weights
}

type CodedHead = {
  status: number
  headers: Record<string, string | number>
  coding: Coding
  onFailure(): void
}

/** Up to this size coded as a whole: it has a length and takes one turn of the event loop. */
const heldBytes = 256 * 1_024

/** `first` is the beginning of the answer; a short one is sent as it is. */
export function sendCoded(answer: IncomingMessage, res: ServerResponse, head: CodedHead, first: Buffer): void {
  const held = [first]
  let size = first.length
  const onData = (chunk: Buffer) => {
    held.push(chunk)
    size += chunk.length
    if (size > heldBytes) stream()
  }
  const onEnd = () => void sendWhole(res, head, Buffer.concat(held, size)).catch(head.onFailure)
  const stream = () => {
    answer.off('data', onData).off('end', onEnd)
    res.writeHead(head.status, { ...head.headers, 'Content-Encoding': head.coding })
    const through = coder(head.coding)
    // A broken answer closes the response; that ends the coder.
    res.once('close', () => through.destroy())
    through.once('error', head.onFailure).write(Buffer.concat(held, size))
    answer.pipe(through).pipe(res)
  }
  answer.on('data', onData).on('end', onEnd)
}

async function sendWhole(res: ServerResponse, head: CodedHead, body: Buffer): Promise<void> {
  const { status, headers, coding } = head
  const isCoded = body.length >= shortestCoded
  const sent = isCoded ? await coded(coding, body) : body
  if (res.destroyed) return
  const named = isCoded ? { ...headers, 'Content-Encoding': coding } : headers
  res.writeHead(status, { ...named, 'Content-Length': sent.length }).end(sent)
}
