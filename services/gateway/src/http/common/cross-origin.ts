import { isLoopback, isOwnHost } from '@rts/shared/loopback'
import type { Request } from 'express'
import type { Answer } from './exchange.ts'
import { oddFraming } from './framing.ts'

/** Undefined: pages of this origin may not read answers. */
export type AllowOrigin = (req: Request) => string | undefined

/** A page reads other headers of a foreign origin only by name. */
const exposed = 'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id'

/** Lets other origins call, never with cookies (Fetch standard, CORS protocol), and read refusals. */
export function withOrigins(answer: Answer, allow: AllowOrigin, methods: string): Answer {
  return async (req, res) => {
    const origin = req.headers.origin === undefined ? undefined : allow(req)
    if (origin === undefined) return answer(req, res)
    res.setHeader('Access-Control-Allow-Origin', origin)
    res.setHeader('Vary', 'Origin')
    if (!isPreflight(req) || oddFraming(req)) {
      res.setHeader('Access-Control-Expose-Headers', exposed)
      return answer(req, res)
    }
    res.writeHead(204, {
      'Access-Control-Allow-Methods': methods,
      // The star leaves Authorization out.
      'Access-Control-Allow-Headers': '*, Authorization',
      'Access-Control-Max-Age': 7_200,
      // The unread rest of a body would be parsed as the next request.
      ...(req.complete ? {} : { Connection: 'close' }),
    })
    res.end()
  }
}

function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

/** For answers that depend on no cookie and no network. */
export const anyOrigin: AllowOrigin = () => '*'

/**
 * The operator's list and, while only this machine reaches the server, pages that this machine serves itself. The Host must be this
 * machine too: a page that makes its own name lead here (DNS rebinding) is of a foreign origin and sends a foreign Host.
 */
export function listedOrigins(listed: readonly string[], boundTo: string): AllowOrigin {
  const isLocal = isLoopback(boundTo)
  return ({ headers: { origin = '', host } }) => {
    const isAllowed = listed.includes(origin) || (isLocal && isOwnHost(host) && isLoopbackOrigin(origin))
    return isAllowed ? origin : undefined
  }
}

function isLoopbackOrigin(origin: string): boolean {
  const url = URL.parse(origin)
  return url !== null && url.origin === origin && isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1'))
}
