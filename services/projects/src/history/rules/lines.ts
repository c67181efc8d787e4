/** A list as one text of lines, '' for null: without line ends in them, and without NUL, which Postgres keeps in no text. */
export function lines(list: readonly (string | null)[]): string {
  return cleaned(list).join('\n')
}

/** The same entries without line ends and NUL. Hardly any has one: they are looked for in all at once. */
export function cleaned<T extends string | null>(list: readonly T[]): readonly (T | string)[] {
  return /[\n\0]/.test(list.join('')) ? list.map((entry) => line(entry ?? '')) : list
}

function line(text: string): string {
  return text.replaceAll('\n', '').replaceAll('\u0000', '')
}

/**
 * A text as the changes of an earlier one, a line each: empty where the next line of the earlier text follows, a number
 * where a line follows that is so many further on (or back), and `+` before a line that it does not have.
 */
export function changesOf(text: string, base: string): string {
  const known = base.split('\n')
  let places: ReadonlyMap<string, number> | null = null
  let next = 0
  const changes: string[] = []
  for (const line of text.split('\n')) {
    if (known[next] === line) {
      changes.push('')
      next++
      continue
    }
    places ??= firstPlaces(known)
    const place = places.get(line)
    changes.push(place === undefined ? `+${line}` : String(place - next))
    next = (place ?? next) + 1
  }
  return changes.join('\n')
}

function firstPlaces(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (let place = lines.length - 1; place >= 0; place--) places.set(lines[place] ?? '', place)
  return places
}

/** The text of changes of `base`. Throws where they are not of it. */
export function withChanges(changes: string, base: string): string {
  const known = base.split('\n')
  let next = 0
  const lines: string[] = []
  for (const change of changes.split('\n')) {
    const isNew = change.startsWith('+')
    if (!isNew) next += Number(change)
    const line = isNew ? change.slice(1) : known[next]
    if (line === undefined) throw new Error('A results page has changes of another one')
    lines.push(line)
    next++
  }
  return lines.join('\n')
}
