import { type Column, Table } from '../../kit/table/table.tsx'
import { Address } from '../../kit/words/address.tsx'
import { Moment } from '../../kit/words/time.tsx'
import type { Card } from './words.ts'

type Evidence = Card['evidence'][number] & { id: string }

/** The figures that a card rests on, and when they were read. */
export function EvidenceTable({ title, evidence }: Pick<Card, 'title' | 'evidence'>) {
  const rows = evidence.map((row, i) => ({ ...row, id: String(i) }))
  return <Table caption={`Evidence: ${title}`} columns={columns} rows={rows} rowId={({ id }) => id} empty="" />
}

const columns: Column<Evidence>[] = [
  {
    head: 'What',
    cell: ({ what, url }) => (
      <>
        {what}
        {url !== null && (
          <>
            <br />
            <small>
              <Address url={url} />
            </small>
          </>
        )}
      </>
    ),
  },
  { head: 'Figure', cell: ({ figure }) => figure },
  { head: 'Read', cell: ({ at }) => at && <Moment at={at} /> },
]
