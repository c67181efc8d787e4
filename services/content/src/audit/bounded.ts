/** The first of these texts, each once: at most so many, with at most so many characters all together. */
export function bounded(texts: Iterable<string>, max: number, maxCharacters: number): string[] {
  const kept = new Set<string>()
  let room = maxCharacters
  for (const text of texts) {
    if (kept.has(text)) continue
    room -= text.length
    if (kept.size === max || room < 0) break
    kept.add(text)
  }
  return [...kept]
}
