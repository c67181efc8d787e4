import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { demand, Noticed, type Tally } from '../calls.ts'

export type Reply = { status: number; headers: http.IncomingHttpHeaders; body: Buffer }
type Request = { body?: object | undefined; headers?: Record<string, string>; from?: string | undefined }

const deadlineMs = 60_000
const collectedMs = 90_000
const collectPauseMs = 3_000
const agent = new http.Agent({ keepAlive: true })

/** Posts a body, or gets an address; `from` is the caller's own address. Rejects where no whole answer comes within a minute. */
export function ask(url: string, { body, headers = {}, from }: Request = {}): Promise<Reply> {
  const text = body && JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const request = http.request(url, {
      agent,
      method: text === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...(text === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(from === undefined ? {} : { localAddress: from }),
      signal: AbortSignal.timeout(deadlineMs),
    })
    request.once('error', reject).once('response', (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).once('error', reject)
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      )
    })
    request.end(text)
  })
}

/** The parsed answer of a call that must succeed. Throws otherwise; an answer that says so is "unavailable". */
export function holding<S extends z.ZodType>(shape: S, { status, body }: Reply): z.output<S> {
  const text = body.toString()
  demand(status === 200, `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 200)}`)
  return parse(shape, JSON.parse(text))
}

/** The same of an answer that is an object already. */
export function parse<S extends z.ZodType>(shape: S, answer: unknown): z.output<S> {
  const { status, reason } = Object(answer)
  if (status === 'unavailable') throw new Noticed('unavailable', `unavailable, reason ${reason}`)
  const parsed = shape.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new Error(`another answer (${z.prettifyError(parsed.error)}): ${JSON.stringify(answer).slice(0, 200)}`)
}

const isOpen = (status: string) => status === 'queued' || status === 'collecting'

/** Reads until what the read collects is there, as a program does; every answer counts as a call. `isWhole` looks at the last one. */
export async function untilCollected<T extends { status: string }>(
  tally: Tally,
  name: string,
  look: () => Promise<T>,
  isWhole: (answer: T) => boolean,
): Promise<void> {
  const deadline = performance.now() + collectedMs
  for (;;) {
    const answer = await tally.call('collects', name, async () => {
      const seen = await look()
      if (!isOpen(seen.status)) demand(isWhole(seen), `not what was asked for: ${JSON.stringify(seen).slice(0, 200)}`)
      else demand(performance.now() < deadline, `still ${seen.status} after ${collectedMs / 1_000} s`)
      return seen
    })
    if (answer === undefined || !isOpen(answer.status)) return
    await delay(collectPauseMs)
  }
}
