import { useMemo } from 'react'
import { DataTable } from '../../kit/table/data-table.tsx'
import type { DataTableProps } from '../../kit/table/props.ts'
import { type Phrases, useTracking } from './tracking.tsx'

type PhraseTableProps<Row> = Pick<
  DataTableProps<Row>,
  'name' | 'columns' | 'rows' | 'defaultSort' | 'filters' | 'empty'
> & { siteId: string; phrases: Phrases<Row> }

export function PhraseTable<Row>({ siteId, phrases, columns, ...table }: PhraseTableProps<Row>) {
  const { column, actions, notice } = useTracking(siteId, phrases)
  const all = useMemo(() => [...columns, column], [columns, column])
  return (
    <>
      {notice}
      <DataTable {...table} columns={all} rowId={phrases.phraseOf} rowName={phrases.phraseOf} actions={actions} />
    </>
  )
}
