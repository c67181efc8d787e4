import http from 'node:http'
import { restBasePath } from '@rts/shared/contract/doors'
import { type OperationName, operationOf } from '@rts/shared/contract/table'

export type Reply = { status: number; type: string; cookies: string[]; body: Buffer }
type Request = { body?: object; headers?: Record<string, string>; from?: string | undefined }

const deadlineMs = 30_000
const agent = new http.Agent({ keepAlive: true })

/** Posts a body, or gets an address; `from` is the caller's own address. Rejects where no whole answer comes within 30 seconds. */
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
        resolve({
          status: answer.statusCode ?? 0,
          type: String(answer.headers['content-type']),
          cookies: answer.headers['set-cookie'] ?? [],
          body: Buffer.concat(parts),
        }),
      )
    })
    request.end(text)
  })
}

/** The target of a REST operation. */
export function targetOf(name: OperationName, params: Record<string, string> = {}, query: object = {}): string {
  const { http } = operationOf(name)
  if (!http) throw new Error(`${name} is not in the server API`)
  const filled = http.path.replace(/:(\w+)/g, (_whole, part: string) => params[part] ?? '')
  const search = new URLSearchParams(Object.entries(query)).toString()
  return `${restBasePath}${filled}${search && `?${search}`}`
}
