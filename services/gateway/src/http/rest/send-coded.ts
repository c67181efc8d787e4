import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Coding, coded, coder, shortestCoded } from './coding.ts'

type CodedHead = {
  status: number
  headers: Record<string, string | number>
  coding: Coding
  /** Called if the coding fails. */
  onFailure(): void
}

/** An answer up to this size is held and coded as a whole, so that it has a length and takes one turn of the event loop. */
const heldBytes = 256 * 1_024

/** Sends an answer that begins with `first` in a coding; one that turns out to be short as it is. */
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
    // An answer that breaks closes the response, and that ends the coder.
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
  // The client left meanwhile.
  if (res.destroyed) return
  const named = isCoded ? { ...headers, 'Content-Encoding': coding } : headers
  res.writeHead(status, { ...named, 'Content-Length': sent.length }).end(sent)
}
