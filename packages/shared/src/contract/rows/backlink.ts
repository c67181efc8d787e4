import { z } from 'zod'
import { id, provenance, timestamp } from '../fields.ts'
import { described } from '../words.ts'

const unknown = 'null: unknown'

/** First reasons to leave a link alone, then those against it. */
const reviewReasons = [
  'lost',
  'not_followed',
  'own_domain',
  'high_authority',
  'spam_high',
  'spam_medium',
  'unrelated_trade',
  'many_links',
  'repeated_anchor',
  'exact_phrase',
  'page_gone',
] as const
const hostFaults = ['path', 'wildcard', 'ip_address', 'public_suffix', 'own_domain', 'not_a_host'] as const

export const linkSuggestions = ['keep', 'review', 'disavow'] as const
export const linkStates = ['new', 'lost', 'broken'] as const
export type LinkState = (typeof linkStates)[number]
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
    suggestion: described(z.enum(linkSuggestions), 'Our suggestion', 'keep'),
    reasons: described(
      z.array(z.enum(reviewReasons)),
      'Why, as words. `lost`, `not_followed`, `own_domain` or `high_authority`: it can stay. All others speak against it',
      ['not_followed'],
    ),
    ...provenance,
  }),
  'A link to the site, with a review',
)
export type BacklinkRow = z.infer<typeof backlinkRow>

export const invalidHostRow = described(
  z.object({
    domain: described(z.string(), 'As you sent it', 'localhost'),
    reason: described(z.enum(hostFaults), 'Why it cannot be disavowed', 'not_a_host'),
  }),
  'A text that is no host to disavow',
)

export const graphRow = z.object({
  release: z.string(),
  status: z.enum(['queued', 'running', 'ready', 'failed']),
  step: z.enum(['ids', 'edges', 'names', 'ranks']).nullable(),
  /** Read share of the step's file, 0 to 1; null if its size is unknown. */
  part: z.number().min(0).max(1).nullable(),
  links: z.int(),
  dropped: z.int(),
  ranked: z.int(),
  /** Sites added after the search: another import brings their links. */
  missing: z.int(),
  error: z.string().nullable(),
  askedAt: timestamp,
  doneAt: timestamp.nullable(),
})
export type GraphRow = z.infer<typeof graphRow>
