import type { ReaderLanguage } from '../contract/rows/person.ts'
import { escapeHtml } from '../escape-html.ts'
import { htmlOf, type WrittenLink, type WrittenPart } from './letter-html.ts'

type Link = { label: string; url: string }
/** Shown with `alt` below it. Width and height are in pixels of the page. */
export type Picture = { name: string; png: Buffer; alt: string; width: number; height: number }
/** The first cell may lead to a page. */
export type LetterRow = { cells: readonly string[]; url?: string }
export type LetterPart =
  | { heading: string }
  | { text: string }
  | { link: Link }
  | { head: readonly string[]; rows: readonly LetterRow[] }
  | { picture: Picture }
/** The content of a letter: paragraphs of plain text, headings, tables and pictures, and at most one button after them. */
export type Letter = {
  subject: string
  paragraphs: readonly string[]
  /** Between the paragraphs and the button. */
  parts?: readonly LetterPart[]
  button?: Link
  /** Where a mail program unsubscribes its owner by one POST. */
  stopUrl?: string
}
type Attachment = { filename: string; cid: string; content: Buffer; contentType: string; contentDisposition: 'inline' }
export type WrittenLetter = {
  subject: string
  text: string
  html: string
  attachments?: Attachment[]
  stopUrl?: string
}

/** The letter as plain text and as minimal HTML, which loads nothing from anywhere and names its language. */
export function writeLetter(letter: Letter, language: ReaderLanguage = 'en'): WrittenLetter {
  const { paragraphs, parts = [], button, stopUrl } = letter
  const subject = oneLine(letter.subject)
  const written = [...paragraphs.map((text) => ({ text })), ...parts].map(cleaned)
  const link = button && cleanLink(button)
  const attachments = written.flatMap((part) => ('picture' in part ? [attachmentOf(part.picture)] : []))
  return {
    subject,
    text: textOf(written, link),
    html: htmlOf(language, escapeHtml(subject), written, link),
    ...(attachments.length > 0 && { attachments }),
    ...(stopUrl !== undefined && { stopUrl: webPage(stopUrl) }),
  }
}

/** The part with every word on one line, and with addresses of web pages alone. */
function cleaned(part: LetterPart): WrittenPart {
  if ('heading' in part) return { heading: oneLine(part.heading) }
  if ('text' in part) return { text: oneLine(part.text) }
  if ('link' in part) return { link: cleanLink(part.link) }
  if ('picture' in part) return { picture: { ...part.picture, alt: oneLine(part.picture.alt) } }
  const rows = part.rows.map(({ cells, url }) => ({
    cells: cells.map(oneLine),
    ...(url !== undefined && { url: webPage(url) }),
  }))
  return { head: part.head.map(oneLine), rows }
}

function cleanLink({ label, url }: Link): Link {
  return { label: oneLine(label), url: webPage(url) }
}

function webPage(url: string): string {
  if (!/^https?:\/\//.test(url)) throw new Error('a letter leads to web pages alone')
  return new URL(url).href
}

function attachmentOf({ name, png }: Picture): Attachment {
  const disposition = { contentType: 'image/png', contentDisposition: 'inline' } as const
  return { filename: `${name}.png`, cid: name, content: png, ...disposition }
}

/** Names come from strangers: no line ends, no control characters, no changes of direction. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
}

function textOf(parts: readonly WrittenPart[], button: WrittenLink | undefined): string {
  const blocks = parts.map(blockOf)
  if (button) blocks.push(linked(button))
  return `${blocks.join('\n\n')}\n`
}

function blockOf(part: WrittenPart): string {
  if ('heading' in part) return `${part.heading}\n${'-'.repeat([...part.heading].length)}`
  if ('text' in part) return part.text
  if ('link' in part) return linked(part.link)
  if ('picture' in part) return `${part.picture.alt}.`
  return [`${part.head[0]}:`, ...part.rows.map(({ cells }) => `- ${lineOf(part.head, cells)}`)].join('\n')
}

/** The cells with their heads, without empty ones; the first names the row. */
function lineOf(head: readonly string[], [name = '', ...cells]: readonly string[]): string {
  const told = cells.flatMap((cell, i) => (cell === '' ? [] : [head[i + 1] ? `${head[i + 1]}: ${cell}` : cell]))
  return told.length > 0 ? `${name} (${told.join(', ')})` : name
}

function linked({ label, url }: WrittenLink): string {
  return `${label}:\n${url}`
}
