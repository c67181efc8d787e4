import { operator as t } from '../../../texts/operator.ts'
import { said } from '../../../texts/said.ts'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Address } from '../../kit/words/address.tsx'
import { UtcMoment } from '../../kit/words/time.tsx'
import type { Card } from './words.ts'

type Evidence = Card['evidence'][number] & { id: string }

export function EvidenceTable({ title, evidence }: { title: string; evidence: Card['evidence'] }) {
  const rows = evidence.map((row, i) => ({ ...row, id: String(i) }))
  return <Table caption={t.evidenceNamed(title)} columns={columns} rows={rows} rowId={({ id }) => id} empty="" />
}

const columns: Column<Evidence>[] = [
  {
    head: t.name,
    cell: ({ what, url }) => (
      <>
        {said(what)}
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
  { head: t.value, cell: ({ figure }) => said(figure) },
  { head: t.asOf, cell: ({ at }) => at && <UtcMoment at={at} /> },
]
