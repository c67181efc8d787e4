import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { figureColumn } from '../../kit/table/columns.tsx'
import { type Proposal, reasonOf, Seen } from './evidence.tsx'

/** What is known of a proposal, column by column, and the way to decide on it alone: a phone has no selection. */
export function proposalColumns(onOpen: (row: Proposal) => void): DataColumn<Proposal>[] {
  return [
    {
      id: 'keyword',
      head: 'Keyword',
      cell: ({ keyword, state }) => (
        <>
          <b title={keyword}>{keyword}</b> {state === 'adding' && <Badge>being added</Badge>}
        </>
      ),
      value: ({ keyword }) => keyword,
    },
    { id: 'reason', head: 'Seen', cell: ({ evidence }) => <Seen evidence={evidence} />, value: reasonOf, priority: 2 },
    figureColumn('volume', 'Volume', ({ volume }) => volume, { width: 84, priority: 2 }),
    figureColumn('similarity', 'Topic match', ({ similarity }) => similarity, {
      cell: similarityOf,
      width: 120,
      priority: 2,
    }),
    figureColumn('score', 'Score', ({ score }) => score, { width: 76, priority: 2 }),
    {
      id: 'decide',
      head: 'Decide',
      cell: (row) => (
        <Button look="quiet" onClick={() => onOpen(row)} aria-label={`Decide on ${row.keyword}`}>
          Decide
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
