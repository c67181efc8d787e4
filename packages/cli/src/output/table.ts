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

const gap = '  '
/** Of the first column, which names the row, in part of a terminal’s width. */
const firstShare = 0.45
const narrowest = 10

/** Rows in columns, for people. A terminal that is narrower has fewer columns, and cuts the first and the last of them. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], style: Style): string {
  const texts = rows.map((row) => columns.map((column) => textOf(column, row)))
  const full = columns.map(({ head }, i) => Math.max(widthOf(head), ...texts.map((line) => widthOf(line[i] ?? ''))))
  const widths = style.columns === null ? full : fitting(full, style.columns)
  const lineOf = (line: readonly string[], tintOf: (column: Column<Row>) => Tint | undefined) =>
    widths
      .map((width, i) => {
        const column = columns[i]
        const shown = cut(line[i] ?? '', width)
        const room = ' '.repeat(width - widthOf(shown))
        const coloured = tinted(shown, column && tintOf(column), style)
        return column?.isRight ? room + coloured : i === widths.length - 1 ? coloured : coloured + room
      })
      .join(gap)
      .trimEnd()
  const heads = columns.map(({ head }) => head)
  const lines = rows.map((row, at) => lineOf(texts[at] ?? [], (column) => column.tint?.(row)))
  return `${[lineOf(heads, () => 'dim'), ...lines].join('\n')}\n`
}

function fitting(full: readonly number[], total: number): number[] {
  const widths: number[] = []
  let room = total
  for (const [i, width] of full.entries()) {
    const wanted = i === 0 ? Math.min(width, Math.floor(total * firstShare)) : width
    const given = Math.min(wanted, room)
    if (given < Math.min(wanted, narrowest)) break
    widths.push(given)
    room -= given + gap.length
    if (given < wanted) break
  }
  return widths
}

function textOf<Row>(column: Column<Row>, row: Row): string {
  return safe(column.text?.(row) ?? String(column.value(row) ?? '-'))
}
