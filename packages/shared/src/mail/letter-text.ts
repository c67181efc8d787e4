import type { WrittenLink, WrittenPart } from './letter-html.ts'

/** The plain text of a letter: a blank line between its parts, an address below what it opens. */
export function textOf(parts: readonly WrittenPart[], button: WrittenLink | undefined): string {
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

/** The cells with their heads, but for the first one, which names the row; empty ones are left out. */
function lineOf(head: readonly string[], [name = '', ...cells]: readonly string[]): string {
  const told = cells.flatMap((cell, i) => (cell === '' ? [] : [head[i + 1] ? `${head[i + 1]}: ${cell}` : cell]))
  return told.length > 0 ? `${name} (${told.join(', ')})` : name
}

function linked({ label, url }: WrittenLink): string {
  return `${label}:\n${url}`
}
