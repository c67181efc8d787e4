import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { counted } from '../../../texts/plural.ts'
import { Button } from '../button.tsx'
import { Search } from '../form/filters.tsx'
import { figure } from '../words/figure.ts'
import type { DataColumn } from './column.ts'
import css from './data-table.module.css'
import type { DataTableProps } from './props.ts'
import { useDrawnColumns } from './use-chosen-columns.ts'

type ToolbarProps<Row> = Pick<DataTableProps<Row>, 'noun' | 'columns' | 'rows' | 'filters' | 'part'> & {
  shown: readonly DataColumn<Row>[]
  text: string
  /** How many rows pass the filter. */
  found: number
  /** On a phone rows are selected after this was turned on. */
  select: { isOn: boolean; turn(): void } | undefined
  onType(text: string): void
  onChoose(id: string, isShown: boolean): void
  onFile(): void
}

/** The filter over a table, how many rows pass it, and what else can be done with them all. */
export function Toolbar<Row>(props: ToolbarProps<Row>) {
  const { noun, rows, filters, part, text, found, select, onType, onFile } = props
  // A part is filtered by the server.
  const total = part?.total ?? rows.length
  const count = part ? total : found
  return (
    <div className={css.toolbar}>
      <Search label={t.filter(noun.other)} text={text} onSearch={onType} />
      {filters}
      <span className={css.count} role="status">
        {count === total ? '' : t.countOf(figure(count))}
        {counted(total, noun)}
      </span>
      <span className={css.tools}>
        {select && (
          <span className={css.phone}>
            <Button look="quiet" aria-pressed={select.isOn} onClick={select.turn}>
              {select.isOn ? t.done : t.selectPlain}
            </Button>
          </span>
        )}
        <ColumnChoice {...props} />
        <Button look="quiet" onClick={onFile} disabled={count === 0}>
          {found < count ? t.csvOf(figure(found)) : t.csv}
        </Button>
      </span>
    </div>
  )
}

function ColumnChoice<Row>({ columns, shown, onChoose }: ToolbarProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const drawn = useDrawnColumns(button, shown, isOpen)
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    // The page's own Escape would empty the filter.
    event.preventDefault()
    setOpen(false)
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: it holds its button too
    <div
      role="group"
      aria-label={t.columns}
      className={css.choice}
      onKeyDown={close}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}
    >
      <Button ref={button} look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t.columns}
      </Button>
      {isOpen && (
        // Focusable, so that a click beside a name keeps it open.
        <div className={css.choices} tabIndex={-1}>
          {columns.slice(1).map(({ id, head }) => (
            <label key={id} className={css.option}>
              <input type="checkbox" checked={drawn.has(id)} onChange={({ target }) => onChoose(id, target.checked)} />
              {head}
            </label>
          ))}
        </div>
      )}
    </div>
  )
}

export function SelectionBar(props: { count: number; onClear(): void; children: ReactNode }) {
  const { count, onClear, children } = props
  return (
    <section className={css.selected} aria-label={t.selectedRows}>
      <b role="status">{t.selected(figure(count))}</b>
      {children}
      <Button look="quiet" onClick={onClear}>
        {t.clear}
      </Button>
    </section>
  )
}
