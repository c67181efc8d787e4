import http from 'node:http'
import { portOf } from '@rts/shared/service/health'

/** Requests per address or key before the next one is used: otherwise the suite would reach the minute's limit. */
const requestsEach = 20
/** Counted over all proxies, so that none uses a key that another has just used. */
let requests = 0

export type View = { keys: readonly string[] }

/** A proxy in front of a gateway that adds the token and the address, because the suite can send neither. */
export async function startProxy(target: () => number, { keys }: View): Promise<{ port: number; stop(): void }> {
  const server = http.createServer((req, res) => {
    const turn = Math.floor(requests++ / requestsEach)
    const headers = { ...req.headers, 'x-forwarded-for': `198.18.${(turn >> 8) & 255}.${turn & 255}` }
    const key = keys[turn % Math.max(1, keys.length)]
    if (key && headers.authorization === undefined) headers.authorization = `Bearer ${key}`
    const { method, url: path } = req
    const forwarded = http.request({ host: '127.0.0.1', port: target(), method, path, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    forwarded.on('error', () => res.destroy())
    req.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: portOf(server.address()),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
