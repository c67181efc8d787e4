import type { ReactNode } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { Button } from '../button.tsx'
import { Row as Line } from '../layout/page.tsx'
import { Tabs } from '../layout/tabs.tsx'
import { type DataColumn, idOf, type Keyed, type RowId } from '../table/column.ts'
import { useFile } from '../table/csv.ts'
import { Table } from '../table/table.tsx'

type ChartedProps<Row> = {
  /** The subject; the CSV is named after it. */
  name: string
  chart: ReactNode
  columns: readonly DataColumn<Row>[]
  /** The newest first. */
  rows: readonly Row[]
}

export function Charted<Row extends Keyed>(props: ChartedProps<Row>): ReactNode
export function Charted<Row>(props: ChartedProps<Row> & RowId<Row>): ReactNode
export function Charted<Row>({ name, chart, columns, rows, rowId = idOf }: ChartedProps<Row> & Partial<RowId<Row>>) {
  const file = useFile(name)
  const table = (
    <div key="table">
      <Line>
        <Button onClick={() => file(columns, rows)}>{t.csv}</Button>
      </Line>
      <Table caption={name} columns={columns} rows={rows} rowId={rowId} />
    </div>
  )
  return (
    <Tabs
      label={t.showAs(name)}
      tabs={[
        [t.chart, chart],
        [t.table, table],
      ]}
    />
  )
}
