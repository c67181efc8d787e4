/** A table of Markdown. A bar in a cell would end it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)]
}

/** A table of the names of something, each with its meaning and what to do. */
export function meaningTable(head: string, meanings: Record<string, [string, string]>): string[] {
  const rows = Object.entries(meanings).map(([name, [meaning, todo]]) => [code(name), meaning, todo])
  return table([code(head), 'meaning', 'what to do'], rows)
}

/** A generated page: its title, where it comes from, then its parts with an empty line between them. */
export function page(title: string, source: string, parts: readonly (string | readonly string[])[]): string {
  const mark = `<!-- Written from ${source} by \`npm run generate\`; never edited by hand. -->`
  return `${[`# ${title}`, mark, ...parts.map((part) => (typeof part === 'string' ? part : part.join('\n')))].join('\n\n')}\n`
}

export function code(text: string): string {
  return `\`${text}\``
}
