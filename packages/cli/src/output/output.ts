import { type exits, UsageError, type World } from '../world.ts'
import { safe, safeJson } from './safe.ts'
import { type Style, styleOf } from './style.ts'
import { type Cell, type Column, tableOf } from './table.ts'

export type Form = 'text' | 'json' | 'csv'
export type Asked = { json?: boolean; csv?: boolean; plain?: boolean; ascii?: boolean }

/** Where a command writes its answer. All that others wrote passes `safe` on its way. */
export type Output = ReturnType<typeof outputOf>

export function outputOf(world: World, { json = false, csv = false, plain = false, ascii = false }: Asked) {
  if (json && csv) throw new UsageError('either --json or --csv')
  const form: Form = json ? 'json' : csv ? 'csv' : 'text'
  const style: Style = styleOf(world, { isPlain: plain, isAscii: ascii })
  const write = (text: string) => void world.stdout.write(text)
  return {
    form,
    style,
    /** Rows, as a table, as the service's own objects, or for a spreadsheet. */
    rows<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): void {
      if (form === 'json') write(`${safeJson(rows)}\n`)
      else if (form === 'csv')
        write(csvOf([columns.map(({ head }) => head), ...rows.map((row) => columns.map(({ value }) => value(row)))]))
      else write(tableOf(columns, rows, style))
    },
    /** Lines that are for people and made here; what others wrote in them is safe already. */
    lines(lines: readonly string[]): void {
      write(`${lines.join('\n')}\n`)
    },
    note(text: string): void {
      world.stderr.write(`${safe(text)}\n`)
    },
  }
}

export type Ending = (typeof exits)[keyof typeof exits]

/** Lines for spreadsheets (RFC 4180). */
export function csvOf(lines: readonly (readonly Cell[])[]): string {
  return lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(value: Cell): string {
  if (value === null || typeof value === 'number') return String(value ?? '')
  // A spreadsheet would run it as a formula; some skip white space before it, and read the full-width signs of Japanese keyboards.
  const text = safe(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(value) ? `'${value}` : value)
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
