import { autoAdd as t } from '../../../texts/auto-add.ts'
import { Button } from '../../kit/button.tsx'
import { Badge } from '../../kit/notice.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { figureColumn, textColumn } from '../../kit/table/columns.tsx'
import { type Proposal, reasonOf, Seen } from './evidence.tsx'

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
