import { autoAdd as t } from '../../../texts/auto-add.ts'
import type { OutputOf } from '../../api/call.ts'
import { figure } from '../../kit/words/figure.ts'
import { Ago } from '../../kit/words/time.tsx'
import { sourceName } from '../collects/exports.ts'

export type Proposal = OutputOf<'proposals.list'>['rows'][number]
type Evidence = Proposal['evidence'][number]

export function Seen({ evidence }: Pick<Proposal, 'evidence'>) {
  const [first, ...others] = evidence
  if (!first) return null
  return (
    <span title={reasonOf({ evidence })}>
      {wordsOf(first)}, <Ago at={first.seenAt} />
      {others.length > 0 && t.andMore(others.length)}
    </span>
  )
}

export function reasonOf({ evidence }: Pick<Proposal, 'evidence'>): string {
  return evidence.map((each) => `${wordsOf(each)} (${each.seenAt.slice(0, 10)})`).join('; ')
}

function wordsOf({ kind, source, keyword, impressions, position, sandbox }: Evidence): string {
  const sandboxMark = sandbox ? t.sandboxMark : ''
  switch (kind) {
    case 'question':
      return t.askedOnTheResultsPage(keyword ?? '', sandboxMark)
    case 'idea':
      return t.anIdeaOf(sourceName(source, sandbox))
    case 'search':
      return t.searchedShownTimesPosition(figure(impressions), figure(position, 1), sandboxMark)
    default: {
      const missing: never = kind
      return missing
    }
  }
}
