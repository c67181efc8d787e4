import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Coding, coded, coder, shortestCoded } from './coding.ts'

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
