import type { ReaderLanguage } from '../contract/rows/person.ts'
import { escapeHtml } from '../escape-html.ts'

export type WrittenLink = { label: string; url: string }
/** A part of a letter whose words are one line each, and whose addresses are whole. */
export type WrittenPart =
  | { heading: string }
  | { text: string }
  | { link: WrittenLink }
  | { head: readonly string[]; rows: readonly { cells: readonly string[]; url?: string }[] }
  | { picture: { name: string; png: Buffer; alt: string; width: number; height: number } }

// No colours but those of the reader's own program, which may be dark; the button and the lines are read on both.
const pageStyle = 'margin:0;padding:24px;font:16px/1.5 sans-serif'
const buttonStyle =
  'display:inline-block;padding:10px 20px;color:#ffffff;background:#2456c7;border-radius:4px;text-decoration:none'
const cellStyle =
  'padding:4px 12px 4px 0;border-bottom:1px solid #8888;text-align:left;vertical-align:top;word-break:break-word'

export function htmlOf(
  language: ReaderLanguage,
  title: string,
  written: readonly WrittenPart[],
  button: WrittenLink | undefined,
): string {
  const parts = written.map(partOf)
  if (button) {
    const url = escapeHtml(button.url)
    parts.push(`<p><a href="${url}" style="${buttonStyle}">${escapeHtml(button.label)}</a></p>`, `<p>${url}</p>`)
  }
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body style="${pageStyle}">
${parts.join('\n')}
</body>
</html>
`
}

function partOf(part: WrittenPart): string {
  if ('heading' in part) return `<h2 style="margin:24px 0 8px;font-size:18px">${escapeHtml(part.heading)}</h2>`
  if ('text' in part) return `<p>${escapeHtml(part.text)}</p>`
  if ('link' in part) return `<p>${anchor(part.link)}</p>`
  if ('picture' in part) {
    const { name, alt, width, height } = part.picture
    const style = 'display:block;max-width:100%;height:auto'
    const said = escapeHtml(alt)
    const image = `<img src="cid:${name}" alt="${said}" width="${width}" height="${height}" style="${style}">`
    return `<p>${image}<small>${said}</small></p>`
  }
  const head = part.head.map((name) => `<th style="${cellStyle}">${escapeHtml(name)}</th>`).join('')
  const rows = part.rows.map((row) => `<tr>${rowOf(row, part.head)}</tr>`)
  return ['<table style="margin:16px 0;border-collapse:collapse">', `<tr>${head}</tr>`, ...rows, '</table>'].join('\n')
}

function rowOf({ cells, url }: { cells: readonly string[]; url?: string }, { length }: readonly string[]): string {
  return Array.from({ length }, (_, i) => {
    const cell = cells[i] ?? ''
    const content = i === 0 && url !== undefined ? anchor({ label: cell, url }) : escapeHtml(cell)
    return `<td style="${cellStyle}">${content}</td>`
  }).join('')
}

function anchor({ label, url }: WrittenLink): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`
}
