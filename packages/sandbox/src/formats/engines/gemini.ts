import { Router } from 'express'
import { z } from 'zod'
import type { WorldState } from '../../state/world-state.ts'
import { answerOf } from '../../world/answers.ts'
import { hash } from '../../world/seed.ts'
import { type Answer, isKey, jsonBody, type Provider, param, send } from '../provider.ts'

const body = z.looseObject({
  contents: z.array(z.looseObject({ parts: z.array(z.looseObject({ text: z.string() })).min(1) })).min(1),
  tools: z.array(z.looseObject({ google_search: z.looseObject({}) })).default([]),
})
const path = /^\/v1beta\/models\/([^/:]+):generateContent$/

function refuse(code: number, status: string, message: string, details: object[] = []): Answer {
  return { status: code, body: { error: { code, message, status, ...(details.length > 0 && { details }) } } }
}

/** One 429 with one text; quota names tell limits apart (issues of gemini-cli and Roo-Code, 2025, 2026). */
function exhausted(quotaId: string): Answer {
  const metric = 'generativelanguage.googleapis.com/generate_content_free_tier_requests'
  const violation = { quotaMetric: metric, quotaId, quotaDimensions: { location: 'global' }, quotaValue: '10' }
  return refuse(429, 'RESOURCE_EXHAUSTED', spent, [
    { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [violation] },
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '26.4s' },
  ])
}
const spent = 'You exceeded your current quota, please check your plan and billing details.'

/** Citations lead through Google; their title is the target host. */
function redirect(url: string) {
  const uri = `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${hash(url).toString(36)}`
  return { web: { uri, title: new URL(url).hostname.replace(/^www\./, '') } }
}

function respond(given: unknown, model: string, world: WorldState): Answer {
  const parsed = body.safeParse(given)
  if (!parsed.success)
    return refuse(400, 'INVALID_ARGUMENT', `Invalid value at '${parsed.error.issues[0]?.path.join('.')}'`)
  const prompt = parsed.data.contents[0]?.parts[0]?.text ?? ''
  const said = answerOf(world, 'gemini', prompt)
  const searched = parsed.data.tools.length > 0
  const parts = [{ text: `Looking for ${prompt}`, thought: true }, { text: said.text }]
  const groundingMetadata = {
    webSearchQueries: [prompt],
    groundingChunks: said.citations.map(({ url }) => redirect(url)),
  }
  const usageMetadata = {
    promptTokenCount: said.inputTokens,
    candidatesTokenCount: said.outputTokens,
    thoughtsTokenCount: 12,
    totalTokenCount: said.inputTokens + said.outputTokens + 12,
  }
  const content = { role: 'model', parts }
  const candidate = { content, finishReason: 'STOP', index: 0, ...(searched && { groundingMetadata }) }
  return { status: 200, body: { candidates: [candidate], usageMetadata, modelVersion: model } }
}

export function gemini(world: WorldState): Provider {
  const routes = Router()
  routes.post(path, (req, res) => {
    if (isKey(req.get('x-goog-api-key') ?? param(req, 'key')))
      send(res, respond(jsonBody(req), path.exec(req.path)?.[1] ?? '', world))
    else send(res, refuse(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'))
  })
  routes.use((_req, res) => send(res, refuse(404, 'NOT_FOUND', 'Requested entity was not found.')))
  const half = { role: 'model', parts: [{ text: 'Half of an' }] }
  return {
    name: 'gemini',
    routes,
    refusals: {
      http500: refuse(500, 'INTERNAL', 'An internal error has occurred.'),
      quota: refuse(429, 'RESOURCE_EXHAUSTED', spent),
      rate: exhausted('GenerateRequestsPerMinutePerProjectPerModel-FreeTier'),
      day: exhausted('GenerateRequestsPerDayPerProjectPerModel-FreeTier'),
      cut: { status: 200, body: { candidates: [{ content: half, finishReason: 'MAX_TOKENS', index: 0 }] } },
    },
  }
}
