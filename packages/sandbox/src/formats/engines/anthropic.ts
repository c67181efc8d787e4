import { Router } from 'express'
import { z } from 'zod'
import type { WorldState } from '../../state/world-state.ts'
import { answerOf } from '../../world/answers.ts'
import { hash } from '../../world/seed.ts'
import { type Answer, isKey, jsonBody, type Provider, send } from '../provider.ts'

const body = z.looseObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  messages: z.array(z.looseObject({ role: z.enum(['user', 'assistant']), content: z.unknown() })).min(1),
  tools: z
    .array(
      z.looseObject({
        type: z.enum(['web_search_20250305', 'web_search_20260209', 'web_search_20260318']),
        user_location: z.looseObject({ country: z.string().length(2) }).optional(),
      }),
    )
    .default([]),
})

function refuse(status: number, type: string, message: string): Answer {
  return { status, body: { type: 'error', error: { type, message } } }
}

function respond(given: unknown, world: WorldState): Answer {
  const parsed = body.safeParse(given)
  if (!parsed.success) return refuse(400, 'invalid_request_error', `${parsed.error.issues[0]?.path.join('.')}: invalid`)
  const { model, messages, tools } = parsed.data
  const prompt = String(messages[0]?.content)
  const said = answerOf(world, 'anthropic', prompt, tools[0]?.user_location?.country.toLowerCase())
  const id = `srvtoolu_${hash(prompt, world.day()).toString(16)}`
  const found = said.citations.map(({ url, title }) => ({ type: 'web_search_result', url, title, page_age: null }))
  const search =
    tools.length === 0
      ? []
      : [
          { type: 'server_tool_use', id, name: 'web_search', input: { query: prompt } },
          { type: 'web_search_tool_result', tool_use_id: id, content: found },
        ]
  const citations = said.citations.map(({ url, title }) => {
    return { type: 'web_search_result_location', url, title, cited_text: title, encrypted_index: 'x' }
  })
  // The real one splits its text wherever a citation begins.
  const half = said.text.indexOf(' ', said.text.length / 2)
  const cut = half < 0 ? said.text.length : half
  const content = [
    ...search,
    { type: 'text', text: said.text.slice(0, cut) },
    { type: 'text', text: said.text.slice(cut), citations },
  ]
  const usage = {
    input_tokens: said.inputTokens,
    output_tokens: said.outputTokens,
    server_tool_use: { web_search_requests: tools.length },
  }
  return {
    status: 200,
    body: { id: `msg_${id}`, type: 'message', role: 'assistant', model, content, stop_reason: 'end_turn', usage },
  }
}

export function anthropic(world: WorldState): Provider {
  const routes = Router()
  routes.post('/v1/messages', (req, res) => {
    if (!isKey(req.get('x-api-key'))) send(res, refuse(401, 'authentication_error', 'invalid x-api-key'))
    else if (req.get('anthropic-version') === undefined)
      send(res, refuse(400, 'invalid_request_error', 'anthropic-version: header is required'))
    else send(res, respond(jsonBody(req), world))
  })
  routes.use((_req, res) => send(res, refuse(404, 'not_found_error', 'Not found')))
  // A stop reason of "Handling stop reasons" (2026): the window is full.
  const cut = { type: 'message', role: 'assistant', model: 'simulated', stop_reason: 'model_context_window_exceeded' }
  return {
    name: 'anthropic',
    routes,
    refusals: {
      cut: { status: 200, body: { ...cut, content: [{ type: 'text', text: 'Half of an' }] } },
      http500: refuse(500, 'api_error', 'Internal server error'),
      quota: refuse(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
      rate: refuse(429, 'rate_limit_error', 'Number of requests has exceeded your rate limit.'),
    },
  }
}
