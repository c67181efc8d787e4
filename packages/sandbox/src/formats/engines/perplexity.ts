import { Router } from 'express'
import { z } from 'zod'
import type { WorldState } from '../../state/world-state.ts'
import { answerOf } from '../../world/answers.ts'
import { hash } from '../../world/seed.ts'
import { type Answer, hasBearer, jsonBody, type Provider, send } from '../provider.ts'

/** `ToolUserLocation` of its OpenAPI document (docs.perplexity.ai, Create Response, 2026). */
const userLocation = z.strictObject({
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  region: z.string().optional(),
  city: z.string().optional(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
})

/** Strict like the real one: unknown fields are refused. */
const body = z
  .strictObject({
    input: z.string().min(1),
    model: z.string().min(1).optional(),
    preset: z.enum(['fast', 'low', 'medium', 'high', 'xhigh']).optional(),
    tools: z
      .array(z.strictObject({ type: z.literal('web_search'), user_location: userLocation.optional() }))
      .optional(),
  })
  .refine(({ model, preset }) => model !== undefined || preset !== undefined, {
    path: ['model'],
    message: 'is required',
  })

function refuse(status: number, type: string, message: string): Answer {
  return { status, body: { error: { message, type, code: status } } }
}

function respond(given: unknown, world: WorldState): Answer {
  const parsed = body.safeParse(given)
  if (!parsed.success) return refuse(400, 'invalid_request', parsed.error.issues[0]?.message ?? 'invalid')
  const { input, model, preset, tools } = parsed.data
  const said = answerOf(world, 'perplexity', input, tools?.[0]?.user_location?.country?.toLowerCase())
  const id = hash(input, world.day()).toString(16)
  const results = said.citations.map(({ url, title }, i) => ({ id: i + 1, url, title, snippet: title, source: 'web' }))
  const output = [
    { type: 'search_results', queries: [input], results },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said.text, annotations: [] }] },
  ]
  const usage = {
    input_tokens: said.inputTokens,
    output_tokens: said.outputTokens,
    cost: { total_cost: 0.006, currency: 'USD' },
  }
  return {
    status: 200,
    body: { id: `resp_${id}`, status: 'completed', model: model ?? `perplexity/${preset}`, output, usage },
  }
}

export function perplexity(world: WorldState): Provider {
  const routes = Router()
  routes.post('/v1/responses', (req, res) => {
    if (hasBearer(req)) send(res, respond(jsonBody(req), world))
    else send(res, refuse(401, 'unauthorized', 'Invalid API key.'))
  })
  routes.use((_req, res) => send(res, refuse(404, 'not_found', 'Not found.')))
  const half = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Half of an' }] }
  return {
    name: 'perplexity',
    routes,
    refusals: {
      cut: { status: 200, body: { status: 'failed', error: { message: 'It broke off.' }, output: [half] } },
      http500: refuse(500, 'internal', 'Internal server error.'),
      quota: refuse(402, 'insufficient_credits', 'Insufficient credits.'),
      rate: refuse(429, 'rate_limited', 'Too many requests.'),
    },
  }
}
