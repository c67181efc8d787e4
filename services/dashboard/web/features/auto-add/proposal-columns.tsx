import { autoAdd as t } from '../../../texts/auto-add.ts'
import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { figureColumn } from '../../kit/table/columns.tsx'
import { type Proposal, reasonOf, Seen } from './evidence.tsx'

export function proposalColumns(onOpen: (row: Proposal) => void): DataColumn<Proposal>[] {
  return [
    {
      id: 'keyword',
      head: t.keyword,
      cell: ({ keyword, state }) => (
        <>
          <b title={keyword}>{keyword}</b> {state === 'adding' && <Badge>{t.beingAdded}</Badge>}
        </>
      ),
      value: ({ keyword }) => keyword,
    },
    { id: 'reason', head: t.seen, cell: ({ evidence }) => <Seen evidence={evidence} />, value: reasonOf, priority: 2 },
    figureColumn('volume', t.volume, ({ volume }) => volume, { width: 84, priority: 2 }),
    figureColumn('similarity', t.topicMatch, ({ similarity }) => similarity, {
      cell: similarityOf,
      width: 120,
      priority: 2,
    }),
    figureColumn('score', t.score, ({ score }) => score, { width: 76, priority: 2 }),
    {
      id: 'decide',
      head: t.decision,
      cell: (row) => (
        <Button look="quiet" onClick={() => onOpen(row)} aria-label={t.decideOn(row.keyword)}>
          {t.decide}
        </Button>
      ),
      value: () => null,
      width: 96,
    },
  ]
}

/** How much of a phrase the note has; a dash without a note. */
export function similarityOf({ similarity }: Pick<Proposal, 'similarity'>): string {
  return similarity === null ? '–' : `${Math.round(100 * similarity)} %`
}
