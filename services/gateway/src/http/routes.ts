import { randomUUID } from 'node:crypto'
import type { Clock } from '@rts/shared/clock'
import { mcpPath, restBasePath } from '@rts/shared/contract/doors'
import { discoveryDocuments, type Installation } from '@rts/shared/derive/discovery'
import { AppError } from '@rts/shared/errors'
import { release } from '@rts/shared/service/build-info'
import express, { type Express, type Request, type Response } from 'express'
import { sendProblem } from './common/answers.ts'
import type { Answer } from './common/exchange.ts'
import { oddFraming } from './common/framing.ts'
import { discardBody } from './common/request-body.ts'

export type Doors = {
  rest(req: Request, res: Response, path: string, query: string): Promise<void>
  mcp: Answer
  connect: ReadonlyMap<string, Answer>
  dashboard: Answer | undefined
  discovery: ((req: Request, res: Response, path: string) => boolean) | undefined
}

/** Without a dashboard, its addresses are a free JSON 404. */
export function createPublicApp(
  { rest, mcp, connect, dashboard, discovery }: Doors,
  { clock, publicUrl }: { clock: Clock; publicUrl: string },
): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag')
  // A browser that came over https never tries http again.
  if (publicUrl.startsWith('https:')) {
    app.use((_req, res, next) => {
      res.setHeader('Strict-Transport-Security', 'max-age=31536000')
      next()
    })
  }
  app.use((req: Request, res: Response) => {
    const mark = req.url.indexOf('?')
    const path = mark < 0 ? req.url : req.url.slice(0, mark)
    if (isRestPath(path))
      return void rest(req, res, path.slice(restBasePath.length), mark < 0 ? '' : req.url.slice(mark + 1))
    if (path === mcpPath || path === `${mcpPath}/`) return void mcp(req, res)
    const connecting = connect.get(path)
    if (connecting) return void connecting(req, res)
    if (!oddFraming(req) && discovery?.(req, res, path)) return
    if (dashboard && !isReserved(path)) return void dashboard(req, res)
    void answerNothing(req, res, clock)
  })
  return app
}

/** These never show a page, used or not. */
const reserved = ['/http', mcpPath, '/.well-known']

function isReserved(path: string): boolean {
  return reserved.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}

async function answerNothing(req: Request, res: Response, clock: Clock): Promise<void> {
  const odd = oddFraming(req)
  if (odd) res.setHeader('Connection', 'close')
  await discardBody(req)
  const error = odd ?? new AppError('not_found', 'Nothing is here')
  sendProblem(res, error, { requestId: randomUUID() }, clock.now())
}

/** The bare base address is not; odd targets are, and the first step refuses them. */
function isRestPath(path: string): boolean {
  if (!path.startsWith('/')) return true
  return path.startsWith(`${restBasePath}/`) && path.length > restBasePath.length + 1
}

/** False for any other path. Built once: a flood is cheap. */
export function createDiscovery({ publicUrl, connects }: Installation) {
  const documents = new Map(
    Object.entries(
      discoveryDocuments({ publicUrl: publicUrl.replace(/\/$/, ''), connects, version: release().version }),
    ).map(([path, { type, text }]) => [path, { type, body: Buffer.from(text) }]),
  )
  return ({ method }: Request, res: Response, path: string): boolean => {
    const document = documents.get(path)
    if (!document || (method !== 'GET' && method !== 'HEAD')) return false
    res.writeHead(200, {
      'Content-Type': document.type,
      'Content-Length': document.body.length,
      'Cache-Control': 'public, max-age=3600',
      'Access-Control-Allow-Origin': '*',
    })
    res.end(method === 'HEAD' ? undefined : document.body)
    return true
  }
}
