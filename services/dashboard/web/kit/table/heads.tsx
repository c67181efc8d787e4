import { useEffect, useRef } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { type PlacedColumn, type Sort, selectWidth } from './column.ts'
import css from './data-table.module.css'
import type { RowsProps } from './props.ts'

export function Heads<Row>({ shown, rows, selection, canSelect, sort, onSort }: RowsProps<Row>) {
  return (
    <>
      <colgroup>
        {canSelect && <col className={css.select} style={{ width: selectWidth }} />}
        {shown.map(({ id, width, room }) => (
          <col key={id} data-room={room} style={width === undefined ? {} : { width }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {canSelect && (
            <th scope="col" className={css.select}>
              <All
                selected={selection.selected.length}
                of={rows.length}
                onAll={selection.all}
                onNone={selection.clear}
              />
            </th>
          )}
          {shown.map((column, at) => (
            <Head key={column.id} column={column} sort={sort} onSort={onSort} isName={at === 0} />
          ))}
        </tr>
      </thead>
    </>
  )
}

function All({ selected, of, onAll, onNone }: { selected: number; of: number; onAll(): void; onNone(): void }) {
  const box = useRef<HTMLInputElement>(null)
  const isAll = selected === of
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && !isAll
  }, [selected, isAll])
  return <input ref={box} type="checkbox" aria-label={t.selectAll} checked={isAll} onChange={isAll ? onNone : onAll} />
}

type HeadProps<Row> = { column: PlacedColumn<Row>; isName: boolean; sort: Sort; onSort(next: Sort): void }

function Head<Row>({ column, isName, sort, onSort }: HeadProps<Row>) {
  const { id, head, figures, room, downFirst = false } = column
  const isOn = sort.id === id
  const direction = sort.isDown ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      data-column={id}
      data-name={isName}
      data-figures={figures}
      data-room={room}
      aria-sort={isOn ? direction : undefined}
    >
      <button
        type="button"
        className={css.sort}
        onClick={() => onSort({ id, isDown: isOn ? !sort.isDown : downFirst })}
      >
        {head}
        <span aria-hidden="true">{isOn ? (sort.isDown ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  )
}
