import { z } from 'zod'
import { id, provenance, timestamp } from '../fields.ts'
import { described } from '../words.ts'
import { failure } from './keyword.ts'
import { position } from './rank.ts'

const figures = {
  volume: described(z.int().nullable(), 'Searches a month; 0: so few that none are counted; null: unknown', 2_400),
  difficulty: described(z.number().min(0).max(100).nullable(), 'How hard it is to rank, 0 to 100; null: unknown', 41),
  cpc: described(z.number().nullable(), 'What a click on an ad costs, in US dollars; null: unknown', 1.2),
  intent: described(z.string().nullable(), 'What people want who search it; null: unknown', 'commercial'),
}
const competition = described(
  z.number().min(0).max(1).nullable(),
  'How many advertisers want it, 0 to 1; null: unknown',
  0.6,
)
const topOfPageBid = described(
  z.number().nullable(),
  'A bid for the top of the page, in US dollars; null: unknown',
  0.9,
)
const idea = described(z.string(), 'A phrase that people search for', 'best coffee beans')

export const researchRow = described(
  z.object({
    keyword: idea,
    ...figures,
    competition,
    trend: described(
      z.array(
        z.object({
          year: described(z.int(), 'The year', 2026),
          month: described(z.int(), 'The month, 1 to 12', 2),
          volume: described(figures.volume, 'Searches of that month; null: unknown', 2_900),
        }),
      ),
      'The volume month by month; empty where it is unknown',
    ),
    ...provenance,
    updatedAt: timestamp,
  }),
  'A keyword idea',
)
export const plannerRow = described(
  researchRow.extend({
    cluster: described(z.string().nullable(), 'The group of phrases that one page could serve', 'coffee beans'),
    tracked: described(z.boolean(), 'Whether the site tracks it', true),
    keywordId: described(id.nullable(), 'The keyword that tracks it; null: none does'),
    position,
    opportunity: described(
      z.number().min(0).max(100).nullable(),
      'What could be won, 0 to 100, by volume, difficulty and present rank; null: unknown',
      63,
    ),
    lowTopOfPageBid: topOfPageBid,
    highTopOfPageBid: described(topOfPageBid, 'A high bid for the top of the page, in US dollars; null: unknown', 2.1),
  }),
  'A keyword idea for a site',
)
export const gapRow = described(
  z.object({
    keyword: idea,
    ...figures,
    position,
    competitors: described(
      z.array(
        z.object({
          id: described(id, 'The id of the competitor'),
          domain: described(z.string(), 'The host of the competitor', 'rival.example'),
          position: described(position, 'Their rank; 0: not found; null: unknown', 2),
          url: described(z.string().nullable(), 'Their page; null: unknown', 'https://rival.example/beans'),
        }),
      ),
      'Where the competitors are',
    ),
    type: described(
      z.enum(['missing', 'weak', 'shared']),
      '`missing`: the site does not rank. `weak`: it ranks below a competitor. `shared`: it ranks above them',
      'weak',
    ),
    score: described(z.number(), 'What could be won: the higher, the more', 37.5),
    ...provenance,
    updatedAt: timestamp,
  }),
  'A keyword for which competitors rank',
)
export const trafficRow = z.object({
  id,
  domain: z.string(),
  organicTraffic: z.number().nullable(),
  organicKeywords: z.int().nullable(),
  trafficValue: z.number().nullable(),
  commonKeywords: z.int().nullable(),
  averagePosition: z.number().nullable(),
  positions: z.object({ top3: z.int(), top10: z.int(), top20: z.int(), top100: z.int() }).nullable(),
  topPages: z.array(z.object({ url: z.string(), traffic: z.number().nullable() })),
  ...provenance,
  updatedAt: timestamp,
})
const unknown = 'null: unknown'
export const backlinkRow = described(
  z.object({
    id,
    urlFrom: described(z.string().nullable(), `The page that links; ${unknown}`, 'https://blog.example/coffee'),
    domainFrom: described(z.string(), 'The host that links', 'blog.example'),
    urlTo: described(z.string().nullable(), `The page of yours that it leads to; ${unknown}`, 'https://example.com/'),
    anchor: described(z.string().nullable(), `The text of the link; ${unknown}`, 'their coffee'),
    title: described(z.string().nullable(), `The title of the page that links; ${unknown}`, 'Ten coffees'),
    rel: described(z.array(z.string()), 'The rel values of the link', ['nofollow']),
    dofollow: described(z.boolean().nullable(), `Whether search engines follow it; ${unknown}`, false),
    domainRank: described(z.number().nullable(), `How strong the linking host is, 0 to 100; ${unknown}`, 38),
    spamScore: described(z.number().nullable(), `How suspicious the link is, 0 to 100; ${unknown}`, 4),
    firstSeen: described(timestamp.nullable(), `When it was seen first; ${unknown}`),
    lastSeen: described(timestamp.nullable(), `When it was seen last; ${unknown}`),
    isNew: described(z.boolean().nullable(), `First seen within the window; ${unknown}`, true),
    isLost: described(z.boolean().nullable(), `Lost within the window; ${unknown}`, false),
    isBroken: described(z.boolean().nullable(), `Leads to a page that does not exist; ${unknown}`, false),
    disavowed: described(z.boolean(), 'Whether its host is on the disavow list', false),
    suggestion: described(z.enum(['keep', 'review', 'disavow']), 'What we would do', 'keep'),
    reasons: described(z.array(z.string()), 'Why, in sentences', ['The page is about the same subject']),
    ...provenance,
  }),
  'A link to the site, with a review',
)
const citation = described(
  z.object({
    url: described(z.string(), 'The address that was cited', 'https://example.com/coffee'),
    domain: described(z.string(), 'Its host', 'example.com'),
    title: described(z.string().nullable(), `Its title; ${unknown}`, 'Coffee beans'),
    isYours: described(z.boolean(), 'Whether it belongs to the site', true),
  }),
  'A source that an engine named',
)
const run = described(
  z.object({
    engine: described(z.string(), 'The AI engine', 'openai'),
    model: described(z.string().nullable(), 'Its model; null: not asked yet', 'gpt-5'),
    status: described(z.enum(['ready', 'failed', 'queued']), 'What became of the last run', 'ready'),
    mentioned: described(z.boolean().nullable(), 'Whether the answer names the site; null: no answer', true),
    cited: described(z.boolean().nullable(), 'Whether it cites a page of the site; null: no answer', true),
    position: described(z.int().nullable(), 'The place among the names in the answer; null: not named', 2),
    citations: described(z.array(citation), 'What the answer cites, in order'),
    checkedAt: described(timestamp.nullable(), 'When it answered; null: never'),
    error: failure,
    sandbox: provenance.sandbox,
  }),
  'The last answer of one engine',
)
/** A share of the answers. */
const rate = described(z.number().nullable(), 'The share of answers that name the site, 0 to 1; null: no answer', 0.5)
const citationRate = described(rate, 'The share of answers that cite the site, 0 to 1; null: no answer', 0.25)
export const promptRow = described(
  z.object({
    id,
    prompt: described(z.string(), 'What the engines are asked', 'Where can I buy good coffee beans?'),
    source: described(z.enum(['suggested', 'custom']), 'Whether we suggested it', 'custom'),
    status: described(z.enum(['active', 'paused', 'unavailable']), '`unavailable`: no engine is set up here', 'active'),
    frozen: described(z.boolean(), 'True beyond the prompts of the plan: kept, not run', false),
    lastRunAt: described(timestamp.nullable(), 'When an engine was asked last; null: never'),
    mentionRate: rate,
    citationRate,
    shareOfVoice: described(
      z.number().nullable(),
      'Mentions of the site among those of it and its competitors, 0 to 1; null: no answer',
      0.4,
    ),
    engines: described(z.array(run), 'The last answer of each engine'),
    history: described(
      z.array(z.object({ checkedAt: timestamp, mentionRate: rate, citationRate })),
      'Earlier rounds, oldest first; a failed run is a gap',
    ),
  }),
  'A question to AI engines, and how they name and cite the site',
)

/** One answer of one engine in full; `text` is null after ninety days. */
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
  /** Whether the engine looked the web up. */
  searched: z.boolean(),
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  costUsd: z.number().nullable(),
  sandbox: z.literal(true).optional(),
})
/** A question that could become a prompt, and the tracked keywords on whose results pages it was asked, the first ten. */
export const promptSuggestionRow = z.object({
  question: z.string(),
  keywords: z.array(z.string()),
  /** On how many results pages it stood. */
  count: z.int(),
  seenAt: timestamp,
})
/** An import of the domain graph: how far it is, and what it brought. */
export const graphRow = z.object({
  release: z.string(),
  status: z.enum(['queued', 'running', 'ready', 'failed']),
  step: z.enum(['ids', 'edges', 'names', 'ranks']).nullable(),
  /** Part of the step's file that is read, 0 to 1; null when its size is unknown. */
  part: z.number().min(0).max(1).nullable(),
  links: z.int(),
  /** Links beyond the most that one site keeps. */
  dropped: z.int(),
  ranked: z.int(),
  /** Sites that came after it was searched: asking for it again brings their links. */
  missing: z.int(),
  error: z.string().nullable(),
  askedAt: timestamp,
  doneAt: timestamp.nullable(),
})
export type BacklinkRow = z.infer<typeof backlinkRow>
export type PromptRow = z.infer<typeof promptRow>
export type PromptAnswerRow = z.infer<typeof promptAnswerRow>
export type GraphRow = z.infer<typeof graphRow>
