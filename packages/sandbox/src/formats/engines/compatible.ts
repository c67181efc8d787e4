import { Router } from 'express'
import { z } from 'zod'
import type { WorldState } from '../../state/world-state.ts'
import { answerOf } from '../../world/answers.ts'
import { hash } from '../../world/seed.ts'
import { type Answer, hasBearer, jsonBody, type Provider, send } from '../provider.ts'

const body = z.looseObject({
  model: z.string().min(1),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })).min(1),
})

function refuse(status: number, code: string, message: string): Answer {
  return { status, body: { error: { message, type: code, code } } }
}

function respond(given: unknown, world: WorldState): Answer {
  const parsed = body.safeParse(given)
  if (!parsed.success) return refuse(400, 'invalid_request_error', 'messages: invalid')
  const { model, messages } = parsed.data
  const prompt = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const said = answerOf(world, 'compatible', prompt)
  const message = { role: 'assistant', content: said.text }
  return {
    status: 200,
    body: {
      id: `chatcmpl-${hash(prompt, world.day()).toString(16)}`,
      object: 'chat.completion',
      model,
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      citations: said.citations.map(({ url }) => url),
      usage: { prompt_tokens: said.inputTokens, completion_tokens: said.outputTokens },
    },
  }
}

export function compatible(world: WorldState): Provider {
  const routes = Router()
  routes.post('/v1/chat/completions', (req, res) => {
    if (hasBearer(req)) send(res, respond(jsonBody(req), world))
    else send(res, refuse(401, 'invalid_api_key', 'Invalid API key.'))
  })
  routes.use((_req, res) => send(res, refuse(404, 'not_found', 'Not found.')))
  const message = { role: 'assistant', content: 'Half of an' }
  return {
    name: 'compatible',
    routes,
    refusals: {
      cut: { status: 200, body: { choices: [{ index: 0, message, finish_reason: 'tool_calls' }] } },
      http500: refuse(500, 'server_error', 'Internal error.'),
      quota: refuse(402, 'insufficient_quota', 'Out of credits.'),
      rate: refuse(429, 'rate_limit_exceeded', 'Too many requests.'),
    },
  }
}
