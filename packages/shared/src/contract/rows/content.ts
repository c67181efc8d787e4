import { z } from 'zod'
import { id, provenance, sentence, timestamp } from '../fields.ts'
import { described } from '../words.ts'

const severity = described(z.enum(['error', 'warning', 'notice']), 'How bad it is', 'warning')

export const issueRow = described(
  z.object({
    id,
    code: described(z.string(), 'The problem as a stable code', 'H1_MISSING'),
    severity,
    category: described(z.string(), 'The part of the page that it is about', 'content'),
    title: described(z.string(), 'The problem in a few words', 'Page without a main heading'),
    description: described(
      z.string(),
      'Why it matters',
      'The first heading tells readers and search engines what the page is about.',
    ),
    howToFix: described(z.string(), 'The steps to fix it', 'Put the topic of the page into one <h1>.'),
    count: described(z.int(), 'Pages that have it', 1),
    isNew: described(z.boolean(), 'Whether the crawl before did not have it', false),
    firstSeen: timestamp,
    urls: described(
      z.array(
        z.object({
          url: described(z.string(), 'A page that has it', 'https://example.com/coffee'),
          detail: described(z.string().nullable(), 'Details of this page; null: nothing to add', null),
        }),
      ),
      'The pages',
    ),
  }),
  'Something wrong on the pages of the site',
)
export const goneIssueRow = described(
  issueRow.pick({
    id: true,
    code: true,
    severity: true,
    category: true,
    title: true,
    count: true,
    firstSeen: true,
  }),
  'An issue of the crawl before that is mended',
)
export const auditState = {
  score: described(z.number().nullable(), 'How good the pages are, 0 to 100; null: no page was read yet', 84),
  health: described(
    z.number().nullable(),
    'The share of pages without an error, in per cent; null: no page was read',
    92,
  ),
  pagesDone: described(z.int().nullable(), 'Pages read by the crawl that runs, or by the one that is shown', 120),
  pagesKnown: described(z.int().nullable(), 'Pages that it has found', 120),
  source: described(z.string().nullable(), 'The source of the pages; null: none was read yet', 'crawler'),
  sandbox: provenance.sandbox,
}
export const crawlRow = z.object({
  id,
  status: z.enum(['running', 'ready', 'partial']),
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
  pageLimit: z.int(),
  pagesDone: z.int(),
  pagesKnown: z.int(),
  score: z.number().nullable(),
  health: z.number().nullable(),
  errors: z.int().nullable(),
  warnings: z.int().nullable(),
  notices: z.int().nullable(),
})
const line = described(z.int().nullable(), 'The line of the text, from 1; null: unknown', 3)
const path = described(z.string().nullable(), 'Where it is within the item; null: the item itself', 'offers.price')
export const schemaErrorRow = described(
  z.object({
    code: described(z.string(), 'The problem as a stable code', 'GOOGLE_REQUIRED_MISSING'),
    severity: described(severity, 'How bad it is', 'error'),
    message: described(z.string(), 'The problem in a sentence', 'Google’s product-snippet needs price'),
    type: described(z.string().nullable(), 'The type that it is about; null: none', 'Product'),
    field: described(z.string().nullable(), 'The field that it is about; null: none', 'price'),
    path,
    line,
    column: described(z.int().nullable(), 'The column, from 1; null: unknown', 9),
  }),
  'Something wrong in structured data',
)
export const schemaItemRow = described(
  z.object({
    type: described(z.string(), 'Its type at schema.org', 'Product'),
    id: described(z.string().nullable(), 'Its own id; null: it has none', null),
    format: described(z.enum(['json-ld', 'microdata', 'rdfa']), 'How it is written', 'json-ld'),
    properties: described(z.record(z.string(), z.unknown()), 'Its properties and values', { name: 'Coffee beans' }),
    path: described(path, 'Where it is within another item; null: within none', null),
    line,
    valid: described(z.boolean(), 'Whether it has no error', false),
    richResult: described(
      z.string().nullable(),
      'The rich result that Google could show, such as `product-snippet`; null: none',
      null,
    ),
    errors: described(z.array(schemaErrorRow), 'Its errors'),
  }),
  'A piece of structured data',
)
export const ideaKinds = ['question', 'related', 'gap', 'striking_distance', 'refresh'] as const
export const ideaRow = described(
  z.object({
    id,
    title: described(z.string(), 'A title for the page', 'Which coffee beans are best?'),
    keyword: described(z.string(), 'The phrase that it would rank for', 'best coffee beans'),
    kind: described(
      z.enum(ideaKinds),
      'Where it comes from: a question of people, a related phrase, a gap to competitors, a rank just below the first page, or a page that fell',
      'gap',
    ),
    volume: described(z.int().nullable(), 'Searches a month; null: unknown', 2_400),
    difficulty: described(z.number().nullable(), 'How hard it is to rank, 0 to 100; null: unknown', 41),
    intent: described(z.string().nullable(), 'The search intent; null: unknown', 'commercial'),
    score: described(z.number(), 'The opportunity, 0 to 100', 58),
    existingUrl: described(
      z.string().nullable(),
      'The page of the site that ranks for it or is about it; null: none',
      null,
    ),
    position: described(z.int().nullable(), 'The present rank; 0: not found; null: never checked', null),
    evidence: described(z.array(z.string()), 'The evidence, in sentences with your own numbers', [
      'rival.example at position 2 on 2026-03-02 for "best coffee beans", your site not found',
    ]),
    ...provenance,
  }),
  'Something to write about',
)
/** An idea with its evidence by keys and facts, for pages in another language. */
export const listedIdea = ideaRow.extend({ reasons: z.array(sentence.omit({ text: true })) })
export type IdeaRow = z.infer<typeof ideaRow>
export type ListedIdea = z.infer<typeof listedIdea>
export type IssueRow = z.infer<typeof issueRow>
