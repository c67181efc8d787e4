import type { OutputOf } from '../../api/call.ts'
import { figure } from '../../kit/words/figure.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { sourceName } from '../collects/exports.ts'

export type Proposal = OutputOf<'proposals.list'>['rows'][number]
type Evidence = Proposal['evidence'][number]

/** Where a phrase was seen, and when. */
export function Seen({ evidence }: Pick<Proposal, 'evidence'>) {
  const [first, ...others] = evidence
  if (!first) return null
  return (
    <span title={reasonOf({ evidence })}>
      {wordsOf(first)}, <Ago at={first.seenAt} />
      {others.length > 0 && ` and ${others.length} more`}
    </span>
  )
}

/** The same in words alone. */
export function reasonOf({ evidence }: Pick<Proposal, 'evidence'>): string {
  return evidence.map((each) => `${wordsOf(each)} (${each.seenAt.slice(0, 10)})`).join('; ')
}

function wordsOf({ kind, source, keyword, impressions, position, sandbox }: Evidence): string {
  const sandboxMark = sandbox ? ' (sandbox)' : ''
  switch (kind) {
    case 'question':
      return `asked on the results page of “${keyword}”${sandboxMark}`
    case 'idea':
      return `an idea of ${sourceName(source, sandbox)}`
    case 'search':
      return `searched: you were shown ${figure(impressions)} times, at ${figure(position, 1)}${sandboxMark}`
    default: {
      const missing: never = kind
      return missing
    }
  }
}
