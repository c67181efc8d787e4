import { cut, safe, widthOf } from './safe.ts'
import { type Style, type Tint, tinted } from './style.ts'

export type Cell = string | number | null
export type Column<Row> = {
  head: string
  value(row: Row): Cell
  /** For people, in place of the value. */
  text?(row: Row): string
  tint?(row: Row): Tint | undefined
  isRight?: boolean
}

/** Rows in columns, for people. Where a terminal is narrower, the last column is cut. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], style: Style): string {
  const texts = rows.map((row) => columns.map((column) => textOf(column, row)))
  const widths = columns.map(({ head }, i) => Math.max(widthOf(head), ...texts.map((line) => widthOf(line[i] ?? ''))))
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0)
  const last = style.columns === null ? Number.POSITIVE_INFINITY : Math.max(8, style.columns - before)
  const lineOf = (line: readonly string[], tintOf: (i: number) => Tint | undefined) =>
    line
      .map((text, i) => {
        const isLast = i === columns.length - 1
        const shown = isLast ? cut(text, last) : text
        const room = ' '.repeat(Math.max(0, (widths[i] ?? 0) - widthOf(shown)))
        const coloured = tinted(shown, tintOf(i), style)
        return columns[i]?.isRight ? room + coloured : isLast ? coloured : coloured + room
      })
      .join('  ')
      .trimEnd()
  const heads = lineOf(
    columns.map(({ head }) => head),
    () => 'dim',
  )
  const lines = texts.map((line, at) => lineOf(line, (i) => tintAt(columns[i], rows[at])))
  return `${[heads, ...lines].join('\n')}\n`
}

function textOf<Row>(column: Column<Row>, row: Row): string {
  return safe(column.text?.(row) ?? String(column.value(row) ?? '-'))
}

function tintAt<Row>(column: Column<Row> | undefined, row: Row | undefined): Tint | undefined {
  return row === undefined ? undefined : column?.tint?.(row)
}
