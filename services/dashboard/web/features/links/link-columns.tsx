import type { OutputOf } from '../../api/call.ts'
import { Badge } from '../../kit/badge.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { figureColumn, textColumn } from '../../kit/table/columns.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { reviews } from './search.ts'

export type Backlink = OutputOf<'backlinks.list'>['rows'][number]
const tones = { keep: 'good', review: 'warn', disavow: 'bad' } as const
/** The worst is greatest. */
const badness = { keep: 0, review: 1, disavow: 2 } as const

/** The rules' own names, as sentences. */
const reasonNames: Readonly<Record<string, string>> = {
  lost: 'the link is lost',
  not_followed: 'search engines do not follow it',
  own_domain: 'it is on your own domain',
  high_authority: 'the domain is well known',
  spam_high: 'much of the domain is spam',
  spam_medium: 'some of the domain is spam',
  unrelated_trade: 'a trade that is not yours',
  many_links: 'the page links to more than a hundred sites',
  repeated_anchor: 'the same words on fifty pages of the domain',
  exact_phrase: 'your phrase, from a domain that nobody knows',
  page_gone: 'the page is gone',
}

/** What is known of a link, column by column. */
export const linkColumns: DataColumn<Backlink>[] = [
  textColumn('from', 'From', fromOf, {
    cell: (link) => <span title={fromOf(link)}>{fromOf(link).replace(/^https?:\/\//, '')}</span>,
  }),
  textColumn('anchor', 'Anchor', ({ anchor }) => anchor, { priority: 2, width: 170 }),
  textColumn('to', 'Leads to', ({ urlTo }) => urlTo, { priority: 2, extra: true }),
  figureColumn('rank', 'Rank', ({ domainRank }) => domainRank, { width: 72, priority: 3 }),
  figureColumn('spam', 'Spam', ({ spamScore }) => spamScore, { width: 72, priority: 2, extra: true }),
  {
    id: 'seen',
    head: 'First seen',
    cell: ({ firstSeen }) => (firstSeen ? <Ago at={firstSeen} /> : '–'),
    value: ({ firstSeen }) => firstSeen,
    downFirst: true,
    width: 104,
    priority: 3,
  },
  textColumn('state', 'State', stateOf, { width: 104, priority: 2 }),
  {
    id: 'review',
    head: 'Review',
    cell: ({ suggestion }) => <Badge tone={tones[suggestion]}>{reviews[suggestion]}</Badge>,
    value: ({ suggestion }) => suggestion,
    order: ({ suggestion, spamScore }) => 1_000 * badness[suggestion] + (spamScore ?? 0),
    downFirst: true,
    width: 96,
  },
  textColumn('why', 'Why', ({ reasons }) => reasons.map((reason) => reasonNames[reason] ?? reason).join(', '), {
    priority: 2,
  }),
]

function fromOf({ urlFrom, domainFrom }: Backlink): string {
  return urlFrom ?? domainFrom
}

function stateOf({ isLost, isBroken, isNew, disavowed }: Backlink): string {
  if (disavowed) return 'disavowed'
  if (isLost) return 'lost'
  if (isBroken) return 'broken'
  return isNew ? 'new' : ''
}
