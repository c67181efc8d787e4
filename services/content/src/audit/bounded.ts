/** The first of these texts, each once: at most so many, with at most so many characters all together. */
export function bounded(texts: Iterable<string>, most: number, mostCharacters: number): string[] {
  const kept = new Set<string>()
  let room = mostCharacters
  for (const text of texts) {
    if (kept.has(text)) continue
    room -= text.length
    if (kept.size === most || room < 0) break
    kept.add(text)
  }
  return [...kept]
}
