import { links as t } from '../../../texts/links.ts'
import type { OutputOf } from '../../api/call.ts'
import { Badge } from '../../kit/notice.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { figureColumn, textColumn } from '../../kit/table/columns.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { reviews } from './search.ts'

export type Backlink = OutputOf<'backlinks.list'>['rows'][number]
const tones = { keep: 'good', review: 'warn', disavow: 'bad' } as const
const badness = { keep: 0, review: 1, disavow: 2 } as const

const reasonNames: Readonly<Record<string, string>> = {
  lost: t.linkLost,
  not_followed: t.searchEnginesDoNotFollow,
  own_domain: t.itIsOnYourOwn,
  high_authority: t.domainHasAGoodReputation,
  spam_high: t.muchOfTheDomain,
  spam_medium: t.someOfTheDomain,
  unrelated_trade: t.unrelatedIndustry,
  many_links: t.pageLinksToMoreThan,
  repeated_anchor: t.sameAnchorTextOnFifty,
  exact_phrase: t.exactMatchAnchor,
  page_gone: t.pageNoLongerExists,
}

export const linkColumns: DataColumn<Backlink>[] = [
  textColumn('from', t.from, fromOf, {
    cell: (link) => <span title={fromOf(link)}>{fromOf(link).replace(/^https?:\/\//, '')}</span>,
  }),
  textColumn('anchor', t.anchor, ({ anchor }) => anchor, { priority: 2, width: 170 }),
  textColumn('to', t.target, ({ urlTo }) => urlTo, { priority: 2, extra: true }),
  figureColumn('rank', t.rank, ({ domainRank }) => domainRank, { width: 72, priority: 3 }),
  figureColumn('spam', t.spam, ({ spamScore }) => spamScore, { width: 72, priority: 2, extra: true }),
  textColumn('seen', t.firstSeen, ({ firstSeen }) => firstSeen, {
    cell: ({ firstSeen }) => (firstSeen ? <Ago at={firstSeen} /> : '–'),
    downFirst: true,
    width: 104,
    priority: 3,
  }),
  textColumn('state', t.status, stateOf, { width: 104, priority: 2 }),
  textColumn('review', t.review, ({ suggestion }) => suggestion, {
    cell: ({ suggestion }) => <Badge tone={tones[suggestion]}>{reviews[suggestion]}</Badge>,
    order: ({ suggestion, spamScore }) => 1_000 * badness[suggestion] + (spamScore ?? 0),
    downFirst: true,
    width: 96,
  }),
  textColumn('why', t.reasons, ({ reasons }) => reasons.map((reason) => reasonNames[reason] ?? reason).join(', '), {
    priority: 2,
  }),
]

function fromOf({ urlFrom, domainFrom }: Backlink): string {
  return urlFrom ?? domainFrom
}

function stateOf({ isLost, isBroken, isNew, disavowed }: Backlink): string {
  if (disavowed) return t.disavowedLower
  if (isLost) return t.lost
  if (isBroken) return t.broken
  return isNew ? t.newLower : ''
}
