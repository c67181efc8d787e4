import { z } from 'zod'
import { id, provenance, timestamp } from '../fields.ts'
import { storedLocale } from '../locale.ts'
import { described } from '../words.ts'
import { failure } from './keyword.ts'

const making = {
  status: described(
    z.enum(['queued', 'writing', 'ready', 'failed']),
    '`queued`, `writing`: post it again to read how far it is, which is free. `failed`: posting it again tries again',
    'ready',
  ),
  generator: described(
    z.string().nullable(),
    '`llm:<model>`, or `offline-outline` for an outline with prompts to fill in; null: not written yet',
    'llm:gpt-5',
  ),
  error: described(failure, 'Why the last try failed; of a ready outline, why the writer’s answer is not shown'),
  sandbox: provenance.sandbox,
  version: described(z.int(), 'Counts the changes', 1),
  createdAt: timestamp,
  updatedAt: timestamp,
}
/** YYYY-MM. */
export const month = described(
  z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, YYYY-MM'),
  'A month, YYYY-MM',
  '2027-03',
)
const topic = 'coffee beans'

export const planRow = described(
  z.object({
    id,
    publishOn: month,
    q: described(z.string(), 'The topic', topic),
    ...storedLocale,
    context: described(z.string().nullable(), 'Facts for the writer; null: none', null),
    title: described(z.string().nullable(), 'Null until it is ready', 'Coffee beans: how to choose'),
    outline: described(
      z.array(
        z.object({
          heading: described(z.string(), 'The heading', 'What to look for'),
          level: described(z.int(), 'Its level, 2 to 4', 2),
          points: described(z.array(z.string()), 'The points of the section', ['Roast date', 'Origin']),
        }),
      ),
      'The parts of the page; empty until it is ready',
    ),
    keywords: described(z.array(z.string()), 'Phrases that belong into it', ['best coffee beans']),
    questions: described(z.array(z.string()), 'Questions that it should answer', ['How long do beans keep?']),
    articleId: described(id.nullable(), 'The article about the topic; null: none', null),
    ...making,
  }),
  'A piece of content that is planned for a month',
)
export const articleRow = described(
  z.object({
    id,
    keyword: described(z.string(), 'The phrase that it is written for', topic),
    ...storedLocale,
    title: described(z.string().nullable(), 'Null until it is ready', 'Coffee beans: how to choose'),
    metaDescription: described(z.string().nullable(), 'Null until it is ready', 'What to look for in coffee beans.'),
    markdown: described(
      z.string().nullable(),
      'The text, without HTML and pictures; null until it is ready',
      '## What to look for\n\nThe roast date.',
    ),
    wordCount: described(z.int().nullable(), 'Words of the text; null until it is ready', 7),
    planId: described(id.nullable(), 'The first plan for the topic; null: none', null),
    ...making,
  }),
  'An article',
)
