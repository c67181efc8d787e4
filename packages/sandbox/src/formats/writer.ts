import { Router } from 'express'
import { z } from 'zod'
import { sampleText } from '../world/sample-texts.ts'
import { hash } from '../world/seed.ts'
import { type Answer, hasBearer, jsonBody, type Provider, send } from './provider.ts'

const body = z.looseObject({
  model: z.string().min(1),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })).min(1),
})
/** JSON between two marks in the prompt. */
const data = z.looseObject({
  task: z.enum(['article', 'plan']),
  keyword: z.string(),
  language: z.string().default('en'),
  name: z.string(),
  domain: z.string(),
  context: z.string().nullable().default(null),
  keywords: z.array(z.looseObject({ phrase: z.string() })).default([]),
  pages: z.array(z.looseObject({ url: z.string(), title: z.string() })).default([]),
  questions: z.array(z.string()).default([]),
  plan: z
    .looseObject({ title: z.string(), outline: z.array(z.looseObject({ heading: z.string() })) })
    .nullable()
    .default(null),
})
type Data = z.output<typeof data>

function refuse(status: number, code: string, message: string): Answer {
  return { status, body: { error: { message, type: code, code } } }
}

function dataOf(messages: readonly { content: string }[]): Data | null {
  for (const { content } of messages.toReversed()) {
    const [, json] = /<data>(.*)<\/data>/s.exec(content) ?? []
    if (json !== undefined) return readData(json)
  }
  return null
}

function readData(json: string): Data | null {
  try {
    return data.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function textOf({ keyword, language, name, domain }: Data) {
  return sampleText(language, keyword, `${name} (${domain})`)
}

function headingsOf(brief: Data): string[] {
  const { keyword, plan, questions, keywords } = brief
  const { about, choose } = textOf(brief)
  if (plan) return plan.outline.map(({ heading }) => heading)
  const related = keywords.slice(0, 3).map(({ phrase }) => `${capital(phrase)}, and what it has to do with ${keyword}`)
  return [about, ...questions.slice(0, 3), ...related, choose]
}

function articleOf(brief: Data) {
  const { keyword, name, pages } = brief
  const text = textOf(brief)
  const sections = headingsOf(brief).map((heading, i) => {
    const page = pages[i]
    const more = page ? ` [${page.title.replace(/[[\]]/g, '') || 'Our page'}](${page.url}) says more.` : ''
    return `## ${heading}\n\n${text.body}${more}`
  })
  return {
    title: `${capital(keyword)}: a short guide`,
    metaDescription: `A sample description of ${keyword}, written for ${name} by the sandbox.`,
    markdown: [capital(text.opening), ...sections].join('\n\n'),
  }
}

function planOf(brief: Data) {
  const { keyword, context, keywords, questions } = brief
  const outline = headingsOf(brief).map((heading) => ({
    heading,
    level: heading.endsWith('?') ? 3 : 2,
    points: [`What a reader who searches for ${keyword} needs here`, ...(context ? ['What the brief says of it'] : [])],
  }))
  const phrases = keywords.slice(0, 8).map(({ phrase }) => phrase)
  return { title: `${capital(keyword)}: a short guide`, outline, keywords: [keyword, ...phrases], questions }
}

function respond(given: unknown): Answer {
  const parsed = body.safeParse(given)
  if (!parsed.success) return refuse(400, 'invalid_request_error', 'messages: invalid')
  const { model, messages } = parsed.data
  const brief = dataOf(messages)
  const text = brief ? JSON.stringify(brief.task === 'plan' ? planOf(brief) : articleOf(brief)) : 'What is it about?'
  const asked = messages.reduce((sum, { content }) => sum + content.length, 0)
  const usage = { prompt_tokens: Math.ceil(asked / 4), completion_tokens: Math.ceil(text.length / 4) }
  const message = { role: 'assistant', content: text }
  return {
    status: 200,
    body: {
      id: `chatcmpl-${hash(JSON.stringify(messages)).toString(16)}`,
      object: 'chat.completion',
      model,
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage,
    },
  }
}

/** OpenAI's chat completions; the same text for the same facts. */
export function writer(): Provider {
  const routes = Router()
  routes.post('/v1/chat/completions', (req, res) => {
    if (hasBearer(req)) send(res, respond(jsonBody(req)))
    else send(res, refuse(401, 'invalid_api_key', 'Invalid API key.'))
  })
  routes.use((_req, res) => send(res, refuse(404, 'not_found', 'Not found.')))
  return {
    name: 'writer',
    routes,
    refusals: {
      http500: refuse(500, 'server_error', 'Internal error.'),
      quota: refuse(402, 'insufficient_quota', 'Out of credits.'),
      rate: refuse(429, 'rate_limit_exceeded', 'Too many requests.'),
    },
  }
}
