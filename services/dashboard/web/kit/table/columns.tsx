import type { ReactNode } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { cents, figure } from '../words/figure.ts'
import { Ago, Day, Moment } from '../words/time.tsx'
import { type Where, whereText } from '../words/where.ts'
import type { DataColumn } from './column.ts'
import type { Column } from './table.tsx'

type More<Row> = Partial<DataColumn<Row>>

/** A column of words, which are cut where they are too long and read in full when pointed at. */
export function textColumn<Row>(
  id: string,
  head: string,
  value: (row: Row) => string | null,
  more: More<Row> = {},
): DataColumn<Row> {
  return { id, head, value, cell: (row) => <span title={value(row) ?? ''}>{value(row)}</span>, ...more }
}

/** A column of numbers; the first click sorts the greatest first, and unknown ones are a dash. */
export function figureColumn<Row>(
  id: string,
  head: string,
  value: (row: Row) => number | null,
  more: More<Row> & { digits?: number } = {},
): DataColumn<Row> {
  const { digits = 0, ...rest } = more
  const cell = (row: Row) => figure(value(row), digits)
  return { id, head, value, cell, downFirst: true, figures: true, width: 96, ...rest }
}

export function centsColumn<Row>(
  id: string,
  head: string,
  value: (row: Row) => number | null,
  more: More<Row> = {},
): DataColumn<Row> {
  return figureColumn(id, head, value, { cell: (row) => cents(value(row)), ...more })
}

/** The country or city, the language and the device that something is looked up in. */
export const whereColumn = textColumn<Where>('where', t.where, whereText, {
  width: 170,
  priority: 3,
})

export const dayColumn: DataColumn<{ day: string }> = {
  id: 'day',
  head: t.day,
  cell: ({ day }) => <Day at={day} />,
  value: ({ day }) => day,
}

export const checkedColumn: DataColumn<{ checkedAt: string | null }> = {
  id: 'checked',
  head: t.checked,
  cell: ({ checkedAt }) => (checkedAt ? <Ago at={checkedAt} /> : t.notYet),
  value: ({ checkedAt }) => checkedAt,
  downFirst: true,
  width: 112,
  priority: 2,
}

type Logged<Row> = { what(row: Row): ReactNode; by(row: Row): ReactNode; at(row: Row): string | null }

export function logColumns<Row>({ what, by, at }: Logged<Row>): Column<Row>[] {
  return [
    { head: t.action, cell: what },
    { head: t.by, cell: by },
    {
      head: t.date,
      cell: (row) => {
        const moment = at(row)
        return moment && <Moment at={moment} />
      },
    },
  ]
}
