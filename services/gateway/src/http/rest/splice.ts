import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Coding, sendCoded, shortestCoded } from './coding.ts'

/** `bad`: failed before anything was written; `cut`: after. */
export type SpliceOutcome = 'done' | 'bad' | 'cut'

export type Head = {
  status: number
  headers: Record<string, string | number>
  allowance: () => string
  coding: Coding | undefined
  isHead: boolean
}

const jsonType = /^application\/(problem\+)?json\b/i
const openBrace = 0x7b
const closeBrace = 0x7d
const quote = 0x22

/** The head announces one JSON object, which takes the allowance. */
export function isSpliceable(answer: IncomingMessage): boolean {
  const { statusCode = 0, headers } = answer
  const encoding = headers['content-encoding']
  return (
    statusCode !== 204 &&
    (statusCode < 300 || statusCode >= 400) &&
    jsonType.test(headers['content-type'] ?? '') &&
    (!encoding || encoding === 'identity')
  )
}

/** Streams a JSON object with `"allowance":{…}` as its first member. The head waits for the first two characters: other bodies are refused. */
export function spliceAllowance(answer: IncomingMessage, res: ServerResponse, head: Head): Promise<SpliceOutcome> {
  // It broke during the give-back: no more events come.
  if (answer.destroyed) return Promise.resolve('bad')
  return new Promise((resolve) => {
    let dropped = 0
    let opened = false
    const finish = (outcome: SpliceOutcome) => {
      answer.off('data', onData).off('end', onEnd)
      resolve(outcome)
    }
    const onEnd = () => finish('bad')
    const onBroken = () => {
      if (!res.headersSent) return finish('bad')
      res.destroy()
      finish('cut')
    }
    const onData = (chunk: Buffer) => {
      for (let i = 0; i < chunk.length; i++) {
        const byte = chunk[i]
        if (isWhiteSpace(byte)) dropped++
        else if (opened && (byte === quote || byte === closeBrace)) return begin(chunk.subarray(i), byte === closeBrace)
        else if (!opened && byte === openBrace) opened = true
        else return finish('bad')
      }
    }
    const begin = (rest: Buffer, isEmpty: boolean) => {
      answer.off('data', onData).off('end', onEnd)
      const member = `{"allowance":${head.allowance()}${isEmpty ? '' : ','}`
      const declared = answer.headers['content-length']
      // Both lengths include the opening brace.
      const length = declared === undefined ? undefined : Number(declared) - dropped - 1 + Buffer.byteLength(member)
      res.once('finish', () => finish('done')).once('close', () => finish(res.writableFinished ? 'done' : 'cut'))
      const { status, headers, isHead } = head
      const coding = length !== undefined && length < shortestCoded ? undefined : head.coding
      if (length !== undefined && !coding) headers['Content-Length'] = length
      if (isHead) {
        const named = coding ? { ...headers, 'Content-Encoding': coding } : headers
        // At the end: the connection to the service is kept only after the whole answer.
        return void answer.once('end', () => res.writeHead(status, named).end()).resume()
      }
      if (coding) {
        const start = Buffer.concat([Buffer.from(member), rest])
        return sendCoded(answer, res, { status, headers, coding, onFailure: onBroken }, start)
      }
      // A small answer has arrived as a whole: head and body are one write, without a pipe. Latin-1 is the same bytes, not decoded.
      if (Number(declared) === dropped + 1 + rest.length) {
        res.writeHead(status, headers).end(member + rest.toString('latin1'), 'latin1')
        answer.resume()
        return
      }
      res.writeHead(status, headers)
      res.write(Buffer.concat([Buffer.from(member), rest]))
      answer.pipe(res)
    }
    answer.once('error', onBroken).once('aborted', onBroken)
    answer.on('end', onEnd).on('data', onData)
  })
}

function isWhiteSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d
}
