import { useMemo } from 'react'
import { DataTable } from '../../kit/table/data-table.tsx'
import type { DataTableProps } from '../../kit/table/props.ts'
import { type Phrases, useTracking } from './tracking.tsx'

type TrackableTableProps<Row> = Pick<
  DataTableProps<Row>,
  'noun' | 'columns' | 'rows' | 'defaultSort' | 'filters' | 'empty'
> & { siteId: string; phrases: Phrases<Row> }

/** A table of phrases that can be tracked: it adds the column and the actions for that. */
export function TrackableTable<Row>({ siteId, phrases, columns, ...table }: TrackableTableProps<Row>) {
  const { column, notice, ...selected } = useTracking(siteId, phrases)
  const all = useMemo(() => [...columns, column], [columns, column])
  return (
    <>
      {notice}
      <DataTable {...table} columns={all} rowId={phrases.phraseOf} rowName={phrases.phraseOf} {...selected} />
    </>
  )
}
