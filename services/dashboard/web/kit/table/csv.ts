import type { DataColumn, Value } from './column.ts'

/** A file for spreadsheets (RFC 4180, with the mark of its encoding): every column, and the rows in their order. */
export function csvOf<Row>(columns: readonly Pick<DataColumn<Row>, 'head' | 'value'>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ head }) => head), ...rows.map((row) => columns.map(({ value }) => value(row)))]
  return `\uFEFF${lines.map((line) => line.map(cellOf).join(',')).join('\r\n')}\r\n`
}

function cellOf(value: Value): string {
  if (value === null || typeof value === 'number') return String(value ?? '')
  // A spreadsheet would run it as a formula; some skip white space before it, and read the full-width signs of Japanese keyboards.
  const text = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The cells of a file, line by line; a cell in quotes may hold commas and line ends. */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [['']]
  let isQuoted = false
  let hasClosed = false
  for (const [part] of text.replace(/^\uFEFF/, '').matchAll(/"|,|\r?\n|[^",\r\n]+|\r/g)) {
    const line = lines.at(-1) ?? []
    const add = (more: string) => line.push((line.pop() ?? '') + more)
    if (part === '"') {
      // A quote inside of quotes is written twice.
      if (hasClosed) add(part)
      hasClosed = isQuoted
      isQuoted = !isQuoted
      continue
    }
    hasClosed = false
    if (isQuoted) add(part)
    else if (part === ',') line.push('')
    else if (part.endsWith('\n')) lines.push([''])
    else add(part)
  }
  return lines.filter((line) => line.some((cell) => cell !== ''))
}
