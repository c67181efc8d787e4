import type { Clock } from '@rts/shared/clock'
import { AppError } from '@rts/shared/errors'
import express, { type Express, type Request, type Response } from 'express'
import { sendProblem } from './answers.ts'

/** The base address of the server API. */
export const basePath = '/http/v1'

type RestPipeline = (req: Request, res: Response, path: string, query: string) => Promise<void>

/** The public addresses: the server API below its base; everything else is a plain JSON 404 that costs nobody anything. */
export function createPublicApp(rest: RestPipeline, clock: Clock): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.use((req: Request, res: Response) => {
    const mark = req.url.indexOf('?')
    const path = mark < 0 ? req.url : req.url.slice(0, mark)
    if (isRestPath(path))
      return void rest(req, res, path.slice(basePath.length), mark < 0 ? '' : req.url.slice(mark + 1))
    sendProblem(res, new AppError('not_found', 'Nothing is here'), { requestId: '' }, clock.now())
  })
  return app
}

/** Whether a path belongs to the list: the bare base address does not, and odd targets are for the first step to refuse. */
function isRestPath(path: string): boolean {
  if (!path.startsWith('/')) return true
  return path.startsWith(`${basePath}/`) && path.length > basePath.length + 1
}
