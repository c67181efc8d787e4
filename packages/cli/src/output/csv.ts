import { safe } from './safe.ts'
import type { Cell } from './table.ts'

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
