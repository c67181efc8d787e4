import { autoAdd as t } from '../../../texts/auto-add.ts'
import type { OutputOf } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Badge } from '../../kit/notice.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { figureColumn, textColumn } from '../../kit/table/columns.tsx'
import { figure } from '../../kit/words/figure.ts'
import { Ago } from '../../kit/words/time.tsx'
import { sourceName } from '../collects/exports.ts'

export function proposalColumns(onOpen: (row: Proposal) => void): DataColumn<Proposal>[] {
  return [
    textColumn('keyword', t.keyword, ({ keyword }) => keyword, {
      cell: ({ keyword, state }) => (
        <>
          <b title={keyword}>{keyword}</b> {state === 'adding' && <Badge>{t.beingAdded}</Badge>}
        </>
      ),
    }),
    textColumn('reason', t.seen, reasonOf, { cell: ({ evidence }) => <Seen evidence={evidence} />, priority: 2 }),
    figureColumn('volume', t.volume, ({ volume }) => volume, { width: 84, priority: 2 }),
    figureColumn('similarity', t.topicMatch, ({ similarity }) => similarity, {
      cell: similarityOf,
      width: 120,
      priority: 2,
    }),
    figureColumn('score', t.score, ({ score }) => score, { width: 76, priority: 2 }),
    textColumn('decide', t.decision, () => null, {
      cell: (row) => (
        <Button look="quiet" onClick={() => onOpen(row)} aria-label={t.decideOn(row.keyword)}>
          {t.decide}
        </Button>
      ),
      width: 96,
    }),
  ]
}

/** How much of a phrase the note has; a dash without a note. */
export function similarityOf({ similarity }: Pick<Proposal, 'similarity'>): string {
  return similarity === null ? '–' : `${Math.round(100 * similarity)} %`
}

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
