/**
 * A text as the changes of an earlier one, a line each: empty where the next line of the earlier text follows, a number
 * where a line follows that is so many further on (or back), and `+` before a line that it does not have.
 */
export function changesOf(text: string, base: string): string {
  const known = base.split('\n')
  const places = new Map(known.map((line, place) => [line, place] as const).reverse())
  let next = 0
  return text
    .split('\n')
    .map((line) => {
      const place = known[next] === line ? next : places.get(line)
      const jump = place === undefined ? 0 : place - next
      next += jump + 1
      if (place === undefined) return `+${line}`
      return jump === 0 ? '' : String(jump)
    })
    .join('\n')
}

/** The text of changes of `base`. Throws where they are not of it. */
export function withChanges(changes: string, base: string): string {
  const known = base.split('\n')
  let next = 0
  return changes
    .split('\n')
    .map((change) => {
      const isNew = change.startsWith('+')
      if (!isNew) next += Number(change)
      const line = isNew ? change.slice(1) : known[next]
      if (line === undefined) throw new Error('A results page has changes of another one')
      next++
      return line
    })
    .join('\n')
}
