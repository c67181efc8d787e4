import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'

export type Reply = {
  status: number
  headers: Record<string, string | string[] | undefined>
  setCookies: string[]
  /** As they came. */
  bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
  body: any
}
export type Browser = ReturnType<typeof createBrowser>

let hosts = 0

/** An IPv4 address that no test has used. */
function freshAddress(): string {
  hosts++
  return `198.18.${hosts >> 8}.${hosts & 255}`
}

/** A browser: it keeps cookies, sends Origin and Host, and comes from an address of its own. */
export function createBrowser(url: string, from = freshAddress()) {
  const cookies = new Map<string, string>()
  const host = 'ranks.example'
  const keep = (line: string) => {
    const [pair = ''] = line.split(';')
    const mark = pair.indexOf('=')
    if (/max-age=0/i.test(line)) cookies.delete(pair.slice(0, mark))
    else cookies.set(pair.slice(0, mark), pair.slice(mark + 1))
  }
  const browser = {
    cookies,
    from,
    async post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Reply> {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const reply = await send('POST', url + path, typeof body === 'string' ? body : JSON.stringify(body), {
        host,
        origin: `http://${host}`,
        'content-type': 'application/json',
        'x-forwarded-for': from,
        ...(cookie === '' ? {} : { cookie }),
        ...headers,
      })
      for (const line of reply.setCookies) keep(line)
      return reply
    },
    /** Asks for a page or a file. */
    get: (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
      send('GET', url + path, '', { host, accept: 'text/html', 'x-forwarded-for': from, ...headers }),
    /** Calls an operation of the table. */
    op: (name: string, input: unknown = {}, headers: Record<string, string> = {}) =>
      browser.post(`/api/op/${name}`, input, headers),
  }
  return browser
}

/** `fetch` would set Host itself. */
function send(method: string, url: string, body: string, headers: Record<string, string>): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = method === 'GET' ? headers : { ...headers, 'content-length': Buffer.byteLength(body) }
    const outgoing = request(url, { method, headers: sent, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
      answer.on('end', () => {
        const bytes = Buffer.concat(parts)
        const text = (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
        const isJson = text !== '' && String(answer.headers['content-type']).includes('json')
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          setCookies: answer.headers['set-cookie'] ?? [],
          bytes,
          body: isJson ? JSON.parse(text) : text || null,
        })
      })
    })
    outgoing.on('error', reject).end(body)
  })
}
