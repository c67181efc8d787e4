import { z } from 'zod'
import { id, provenance, rounded, timestamp } from '../fields.ts'
import { described } from '../words.ts'
import { position } from './rank.ts'

/** The first that fits a phrase holds. */
export const intents = ['navigational', 'transactional', 'commercial', 'informational'] as const
export type Intent = (typeof intents)[number]
const figures = {
  volume: described(z.int().nullable(), 'Searches a month; 0: so few that none are counted; null: unknown', 2_400),
  difficulty: described(z.number().min(0).max(100).nullable(), 'How hard it is to rank, 0 to 100; null: unknown', 41),
  difficultySource: described(
    z.string().nullable().optional(),
    'Who measured the difficulty: a provider, or `own_pages`, which is ours and not comparable; null: unknown',
    'dataforseo',
  ),
  cpc: described(z.number().nullable(), 'The price of a click on an ad, in US dollars; null: unknown', 1.2),
  intent: described(z.string().nullable(), 'The search intent; null: unknown', 'commercial'),
}
const competition = described(
  rounded(4).min(0).max(1).nullable(),
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
    unsupported: described(
      z.boolean().optional(),
      'True where the provider takes no such phrase (it has a symbol, or is too long): its figures stay unknown',
      false,
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
      'The opportunity, 0 to 100, by volume, difficulty and present rank; null: unknown',
      63,
    ),
    lowTopOfPageBid: topOfPageBid,
    highTopOfPageBid: described(topOfPageBid, 'A high bid for the top of the page, in US dollars; null: unknown', 2.1),
  }),
  'A keyword idea for a site',
)
export const gapTypes = ['missing', 'weak', 'shared'] as const
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
      z.enum(gapTypes),
      '`missing`: the site is not found. `weak`: it is four places or more behind the best competitor, and not among the first three. `shared`: it is nearer, or ahead',
      'weak',
    ),
    score: described(z.number(), 'The opportunity: the higher, the better', 37.5),
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
