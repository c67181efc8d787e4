import { z } from 'zod'
import { id, provenance, timestamp } from '../fields.ts'
import { storedLocale, storedVariant } from '../locale.ts'
import { described } from '../words.ts'
import { lastCheckRow, trackedPhrase } from './keyword.ts'

export const position = described(
  z.int().nullable(),
  'The rank among organic results, from 1; 0: not found within `depth`; null: never checked',
  4,
)
const movement = {
  position,
  previousPosition: described(position, 'The rank of the check before', 7),
  change: described(
    z.int().nullable(),
    '`previousPosition` − `position`: above 0 it went up. Null where either is 0 or null',
    3,
  ),
  url: described(z.string().nullable(), 'The page that ranks; null: none does', 'https://example.com/coffee'),
}
const tracked = {
  keyword: trackedPhrase,
  ...storedLocale,
  ...storedVariant,
  checkedAt: described(timestamp.nullable(), 'When it was checked; null: never'),
  depth: described(z.int().nullable(), 'How many results were looked at; null: unknown', 100),
  ...provenance,
  source: described(provenance.source.nullable(), 'The provider that answered; null: no check yet'),
  lastCheck: described(lastCheckRow.nullable(), 'Null: there was no check yet'),
}
const competitorDomain = described(z.string(), 'The host of the competitor', 'rival.example')

export const overviewRow = described(
  z.object({
    id: described(id, 'The id of the keyword'),
    ...tracked,
    ...movement,
    best: described(z.int().nullable(), 'The best rank so far, never 0; null: never found', 2),
    frozen: described(
      z.boolean(),
      'True beyond the keywords of the plan, or on a frozen site: readable, not checked',
      false,
    ),
  }),
  'A keyword and its present rank',
)
export const datedOverviewRow = described(
  overviewRow.extend({
    tags: described(
      z.array(z.string()),
      'Labels that people gave it in the dashboard. Where they alone change, that is no change for `updatedSince`',
      ['money'],
    ),
    positions: described(
      z.array(position).optional(),
      'Beside `days`: the last position of each of `dates`; 0: checked and not found, null: not checked',
      [4],
    ),
    urls: described(
      z.array(z.string().nullable()).optional(),
      'Beside `positions`, with `fields=url`: the page that ranked; null: none did',
      ['https://example.com/coffee'],
    ),
    checkedAts: described(
      z.array(timestamp.nullable()).optional(),
      'Beside `positions`, with `fields=checkedAt`: when it was checked; null: it was not',
      ['2026-03-02T06:00:00.000Z'],
    ),
    depths: described(
      z.array(z.int().nullable()).optional(),
      'Beside `positions`, with `fields=depth`: how many results were looked at; null: unknown, or not checked',
      [100],
    ),
  }),
  'A keyword, its present rank and its history',
)
export const comparisonRow = described(
  z.object({
    keywordId: described(id, 'The id of the keyword'),
    ...tracked,
    ...movement,
    competitors: described(
      z.array(z.object({ id: described(id, 'The id of the competitor'), domain: competitorDomain, ...movement })),
      'The same of each competitor',
    ),
  }),
  'A keyword with the present ranks of the site and of its competitors',
)
export const competitorRow = described(
  z.object({ id, domain: competitorDomain }),
  'A website that a site is compared with',
)
export type OverviewRow = z.infer<typeof overviewRow>
export type ComparisonRow = z.infer<typeof comparisonRow>
export type CompetitorRow = z.infer<typeof competitorRow>
