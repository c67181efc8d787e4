import { createContext, useContext } from 'react'
import type { DataColumn, Value } from './column.ts'

type FileColumn<Row> = Pick<DataColumn<Row>, 'head' | 'value' | 'filed'>

/** A file for spreadsheets (RFC 4180, with the mark of its encoding): every column, and the rows in their order. */
export function csvOf<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): string {
  const parts = columns.flatMap((column) => column.filed ?? [column])
  const lines = [parts.map(({ head }) => head), ...rows.map((row) => parts.map(({ value }) => value(row)))]
  return `\uFEFF${lines.map((line) => line.map(cellOf).join(',')).join('\r\n')}\r\n`
}

/** The name of a file of rows: what they are, the site, and the UTC day. */
export function csvName(rows: string, subject: string, now: number): string {
  const words = rows.replace(/[^\p{L}\p{N}.]+/gu, '-').replace(/^-|-$/g, '')
  return `${[words, subject, new Date(now).toISOString().slice(0, 10)].filter(Boolean).join('-')}.csv`
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

/** The site that the tables and charts inside are about; their files are named after it. */
export const FileSubject = createContext('')

/** Gives the browser a file of rows. */
export function useFile(name: string) {
  const subject = useContext(FileSubject)
  return <Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]) =>
    download(csvName(name, subject, Date.now()), csvOf(columns, rows), 'text/csv')
}

export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
