import type { ReaderLanguage } from '../contract/rows/person.ts'
import { escapeHtml } from '../escape-html.ts'

/** The content of a letter: paragraphs of plain text, and at most one button after them. */
export type Letter = {
  subject: string
  paragraphs: readonly string[]
  button?: { label: string; url: string }
  /** Where a mail program says, by one POST, that its owner wants no more letters of the kind. */
  stopUrl?: string
}
export type WrittenLetter = { subject: string; text: string; html: string; stopUrl?: string }

/** The letter as plain text and as minimal HTML, which loads nothing from anywhere and names its language. */
export function writeLetter(
  { subject, paragraphs, button, stopUrl }: Letter,
  language: ReaderLanguage = 'en',
): WrittenLetter {
  for (const url of [button?.url, stopUrl])
    if (url !== undefined && !/^https?:\/\//.test(url)) throw new Error('a letter leads to web pages alone')
  const title = oneLine(subject)
  const lines = paragraphs.map(oneLine)
  const link = button && { label: oneLine(button.label), url: new URL(button.url).href }
  const text = [...lines, ...(link ? [`${link.label}:\n${link.url}`] : [])].join('\n\n')
  const written = { subject: title, text: `${text}\n`, html: htmlOf(language, title, lines, link) }
  return stopUrl === undefined ? written : { ...written, stopUrl: new URL(stopUrl).href }
}

const pageStyle = 'margin:0;padding:24px;font:16px/1.5 sans-serif;color:#1a1a1a;background:#ffffff'
const buttonStyle =
  'display:inline-block;padding:10px 20px;color:#ffffff;background:#1a1a1a;border-radius:4px;text-decoration:none'

function htmlOf(language: ReaderLanguage, title: string, lines: readonly string[], link: Letter['button']): string {
  const parts = lines.map((line) => `<p>${escapeHtml(line)}</p>`)
  if (link) {
    const url = escapeHtml(link.url)
    parts.push(`<p><a href="${url}" style="${buttonStyle}">${escapeHtml(link.label)}</a></p>`, `<p>${url}</p>`)
  }
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="${pageStyle}">
${parts.join('\n')}
</body>
</html>
`
}

/** Names come from strangers: no line ends, no control characters, and nothing that turns the direction of the text around. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
}
