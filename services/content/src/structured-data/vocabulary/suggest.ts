/** The likely name; `isCasing`: only letter case differs, else within two edits. */
export type Suggestion = { name: string; isCasing: boolean } | null

export type Suggest = (name: string) => Suggestion

/** One `Suggest` per text: it runs a hundred searches at most. */
export function createSuggestions(names: readonly string[]): () => Suggest {
  const byCase = new Map(names.map((name) => [name.toLowerCase(), name]))
  return () => createSuggest(byCase)
}

function createSuggest(byCase: ReadonlyMap<string, string>): Suggest {
  const memory = new Map<string, Suggestion>()
  let searches = 100
  const search = (lower: string): Suggestion => {
    if (lower.length < 4 || lower.length > 40 || searches-- <= 0) return null
    const max = lower.length < 7 ? 1 : 2
    let best: { name: string; slips: number } | null = null
    for (const [candidate, name] of byCase) {
      if (Math.abs(candidate.length - lower.length) > max) continue
      const slips = slipsBetween(lower, candidate, max)
      if (slips <= max && (!best || slips < best.slips)) best = { name, slips }
    }
    return best && { name: best.name, isCasing: false }
  }
  return (name) => {
    const lower = name.toLowerCase()
    const sameLetters = byCase.get(lower)
    if (sameLetters !== undefined) return { name: sameLetters, isCasing: true }
    const known = memory.get(lower)
    if (known !== undefined) return known
    const found = search(lower)
    memory.set(lower, found)
    return found
  }
}

/** Edit distance with swaps (optimal string alignment), up to `max`. */
function slipsBetween(a: string, b: string, max: number): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let slips = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        slips = Math.min(slips, (before[j - 2] ?? 0) + 1)
      row.push(slips)
    }
    if (Math.min(...row) > max) return max + 1
    before = last
    last = row
  }
  return last[b.length] ?? max + 1
}
