import { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import { type Answer, jsonBody, type Provider, send } from './provider.ts'

const slackMessage = z.looseObject({ text: z.string().min(1).max(40_000) })
const discordMessage = z.looseObject({
  content: z.string().max(2_000),
  allowed_mentions: z.looseObject({ parse: z.array(z.enum(['roles', 'users', 'everyone'])) }).optional(),
  flags: z.int().optional(),
})

function say(res: Response, status: number, text: string): void {
  if (!res.locals.lost) res.status(status).type('text').send(text)
}

function answerSlack(req: Request, res: Response): void {
  const hook = String(req.params.hook)
  const body = jsonBody(req)
  if (hook.startsWith('removed')) say(res, 404, 'no_service')
  else if (hook.startsWith('archived')) say(res, 410, 'channel_is_archived')
  else if (body === undefined) say(res, 400, 'invalid_payload')
  else if (!slackMessage.safeParse(body).success) say(res, 400, 'no_text')
  else say(res, 200, 'ok')
}

/** Slack's incoming webhooks, one a second. A hook's last part may begin with `removed` or `archived`. */
export function slack(): Provider {
  const routes = Router()
  routes.post('/services/:team/:channel/:hook', answerSlack)
  routes.use((_req, res) => say(res, 404, 'no_service'))
  return {
    name: 'slack',
    routes,
    refusals: {
      http500: { status: 500, body: 'rollup_error' },
      quota: { status: 403, body: 'action_prohibited' },
      rate: { status: 429, body: 'rate_limited', headers: { 'Retry-After': '1' } },
    },
  }
}

const unknownHook: Answer = { status: 404, body: { message: 'Unknown Webhook', code: 10_015 } }

function answerDiscord(req: Request, res: Response): void {
  const message = discordMessage.safeParse(jsonBody(req))
  if (String(req.params.token).startsWith('removed')) send(res, unknownHook)
  else if (!message.success) send(res, { status: 400, body: { message: 'Invalid Form Body', code: 50_035 } })
  else if (message.data.content === '')
    send(res, { status: 400, body: { message: 'Cannot send an empty message', code: 50_006 } })
  else if (!res.locals.lost) res.status(204).end()
}

/** A token may begin with `removed`. */
export function discord(): Provider {
  const routes = Router()
  routes.post('/api/webhooks/:id/:token', answerDiscord)
  routes.use((_req, res) => send(res, unknownHook))
  return {
    name: 'discord',
    routes,
    refusals: {
      http500: { status: 500, body: { message: '500: Internal Server Error', code: 0 } },
      quota: { status: 403, body: { message: 'Missing Permissions', code: 50_013 } },
      rate: {
        status: 429,
        body: { message: 'You are being rate limited.', retry_after: 0.65, global: false },
        headers: { 'Retry-After': '1' },
      },
    },
  }
}
