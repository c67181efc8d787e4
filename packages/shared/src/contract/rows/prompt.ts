import { z } from 'zod'
import { id, provenance, timestamp } from '../fields.ts'
import { described } from '../words.ts'
import { failure } from './keyword.ts'

const citation = described(
  z.object({
    url: described(z.string(), 'The address that was cited', 'https://example.com/coffee'),
    domain: described(z.string(), 'Its host', 'example.com'),
    title: described(z.string().nullable(), 'Its title; null: unknown', 'Coffee beans'),
    isYours: described(z.boolean(), 'Whether it belongs to the site', true),
  }),
  'A source that an engine named',
)
const run = described(
  z.object({
    engine: described(z.string(), 'The AI engine', 'openai'),
    model: described(z.string().nullable(), 'Its model; null: not asked yet', 'gpt-5'),
    status: described(z.enum(['ready', 'failed', 'queued']), 'The outcome of the last run', 'ready'),
    mentioned: described(z.boolean().nullable(), 'Whether the answer names the site; null: no answer', true),
    cited: described(z.boolean().nullable(), 'Whether it cites a page of the site; null: no answer', true),
    position: described(z.int().nullable(), 'The place among the names in the answer; null: not named', 2),
    citations: described(z.array(citation), 'The sources that the answer cites, in order'),
    checkedAt: described(timestamp.nullable(), 'When it answered; null: never'),
    error: failure,
    sandbox: provenance.sandbox,
  }),
  'The last answer of one engine',
)
const rate = described(
  z.number().nullable(),
  'The share of answers that name the site, 0 to 1; null: below ten answers',
  0.6,
)
const citationRate = described(rate, 'The share of answers that cite the site, 0 to 1; null: below ten answers', 0.25)
const interval = described(
  z
    .object({
      low: described(z.number(), 'Its lower end, 0 to 1', 0.4662),
      high: described(z.number(), 'Its upper end, 0 to 1', 0.7202),
    })
    .nullable(),
  'Where the true share lies, in 95 % of the cases; null: unknown',
)
const counts = {
  answers: described(z.int(), 'Good answers of these days; a failed run is none', 48),
  mentioned: described(z.int(), 'How many of them name the site', 29),
  cited: described(z.int(), 'How many of them cite the site', 12),
}
export const promptSample = {
  ...counts,
  names: described(
    z.int(),
    'How often they name the site or one of its competitors: what the share of voice is of',
    70,
  ),
  mentionRate: rate,
  citationRate,
  shareOfVoice: described(
    z.number().nullable(),
    'Mentions of the site among those of it and the competitors that it lists, 0 to 1: with other competitors it is another; null: below ten answers',
    0.4143,
  ),
  intervals: described(
    z.object({ mentionRate: interval, citationRate: interval, shareOfVoice: interval }),
    'The 95 % interval of each share (Wilson); null where the share is',
  ),
}
export const promptRow = described(
  z.object({
    id,
    prompt: described(z.string(), 'The question for the engines', 'Where can I buy good coffee beans?'),
    source: described(z.enum(['suggested', 'custom']), 'Whether we suggested it', 'custom'),
    status: described(z.enum(['active', 'paused', 'unavailable']), '`unavailable`: no engine is set up here', 'active'),
    frozen: described(z.boolean(), 'True beyond the prompts of the plan, or on a frozen site: kept, not run', false),
    lastRunAt: described(timestamp.nullable(), 'When an engine was asked last; null: never'),
    ...promptSample,
    engines: described(z.array(run), 'The last answer of each engine'),
    history: described(
      z.array(z.object({ checkedAt: timestamp, ...counts, mentionRate: rate, citationRate })),
      'The rounds of `days`, oldest first; a failed run is a gap. Sum their counts: the rates of one round are null below ten answers',
    ),
  }),
  'A question to AI engines, and how they name and cite the site',
)

/** `text` is null after ninety days. */
export const promptAnswerRow = z.object({
  id,
  engine: z.string(),
  model: z.string(),
  checkedAt: timestamp,
  mentioned: z.boolean(),
  cited: z.boolean(),
  position: z.int().nullable(),
  citationPosition: z.int().nullable(),
  citations: z.array(citation),
  text: z.string().nullable(),
  searched: z.boolean(),
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  costUsd: z.number().nullable(),
  sandbox: z.literal(true).optional(),
})
/** With the first ten tracked keywords on whose results pages it was asked. */
export const promptSuggestionRow = z.object({
  question: z.string(),
  keywords: z.array(z.string()),
  count: z.int(),
  seenAt: timestamp,
})

/** By at least one engine's last answer: a prompt may be both. */
export const mentionFilters = ['named', 'not_named', 'cited'] as const
export type MentionFilter = (typeof mentionFilters)[number]
/** Of its last answers: all, naming and citing the site. */
export const engineMentions = z.object({
  engine: z.string(),
  answers: z.int(),
  mentioned: z.int(),
  cited: z.int(),
})
export type EngineMentions = z.infer<typeof engineMentions>

export type PromptRow = z.infer<typeof promptRow>
export type PromptAnswerRow = z.infer<typeof promptAnswerRow>
