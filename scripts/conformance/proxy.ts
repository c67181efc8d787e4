import http from 'node:http'
import { portOf } from '@rts/shared/service/health'

/** Requests that one address or key is given before the next takes its place: the suite would run into the minute otherwise. */
const requestsEach = 20
/** Of all proxies together, so that none meets a key that another has just used. */
let requests = 0

export type View = { keys: readonly string[] }

/** Stands in front of a gateway, because the suite can send neither a token nor an address of its own. */
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
