import { Router } from 'express'
import { z } from 'zod'
import type { WorldState } from '../../state/world-state.ts'
import { answerOf } from '../../world/answers.ts'
import { hash } from '../../world/seed.ts'
import { type Answer, hasBearer, jsonBody, type Provider, send } from '../provider.ts'

const body = z.looseObject({
  model: z.string().min(1),
  input: z.string().min(1),
  tools: z
    .array(
      z.looseObject({
        type: z.enum(['web_search', 'web_search_2025_08_26']),
        user_location: z.looseObject({ country: z.string().length(2) }).optional(),
      }),
    )
    .default([]),
})

function refuse(status: number, code: string, message: string): Answer {
  return { status, body: { error: { message, type: code, param: null, code } } }
}

function marked(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}utm_source=openai`
}

function respond(given: unknown, world: WorldState): Answer {
  const parsed = body.safeParse(given)
  if (!parsed.success)
    return refuse(400, 'invalid_request_error', `Invalid '${parsed.error.issues[0]?.path.join('.')}'.`)
  const { model, input, tools } = parsed.data
  const said = answerOf(world, 'openai', input, tools[0]?.user_location?.country.toLowerCase())
  const id = hash(input, world.day()).toString(16)
  const annotations = said.citations.map(({ url, title }) => {
    return { type: 'url_citation', url: marked(url), title, start_index: 0, end_index: said.text.length }
  })
  const action = { type: 'search', query: input, sources: said.citations.map(({ url }) => ({ type: 'url', url })) }
  const search = tools.length === 0 ? [] : [{ id: `ws_${id}`, type: 'web_search_call', status: 'completed', action }]
  const content = [{ type: 'output_text', text: said.text, annotations }]
  const output = [...search, { id: `msg_${id}`, type: 'message', status: 'completed', role: 'assistant', content }]
  const { inputTokens: input_tokens, outputTokens: output_tokens } = said
  const usage = { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens }
  return {
    status: 200,
    body: { id: `resp_${id}`, object: 'response', status: 'completed', error: null, model, output, usage },
  }
}

export function openai(world: WorldState): Provider {
  const routes = Router()
  routes.post('/v1/responses', (req, res) => {
    if (hasBearer(req)) send(res, respond(jsonBody(req), world))
    else send(res, refuse(401, 'invalid_api_key', 'Incorrect API key provided.'))
  })
  routes.use((_req, res) => send(res, refuse(404, 'invalid_request_error', 'Unknown request URL.')))
  const text = { type: 'output_text', text: 'Half of an', annotations: [] }
  const output = [{ type: 'message', status: 'incomplete', role: 'assistant', content: [text] }]
  const incomplete_details = { reason: 'max_output_tokens' }
  return {
    name: 'openai',
    routes,
    refusals: {
      cut: { status: 200, body: { object: 'response', status: 'incomplete', incomplete_details, error: null, output } },
      http500: refuse(500, 'server_error', 'The server had an error while processing your request.'),
      quota: refuse(429, 'insufficient_quota', 'You exceeded your current quota.'),
      rate: refuse(429, 'rate_limit_exceeded', 'Rate limit reached.'),
    },
  }
}
