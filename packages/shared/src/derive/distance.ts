export type Costs = {
  extra(asked: string): number
  missing(listed: string): number
  other(asked: string, listed: string): number
}

const letterCosts: Costs = { extra: () => 1, missing: () => 1, other: (asked, listed) => (asked === listed ? 0 : 1) }

export function lettersApart(asked: string, listed: string): number {
  return distance([...asked], [...listed], letterCosts)
}

export function distance(
  asked: readonly string[],
  listed: readonly string[],
  { extra, missing, other }: Costs,
): number {
  let row = [0]
  for (const [i, part] of listed.entries()) row.push((row[i] ?? 0) + missing(part))
  for (const part of asked) {
    const next = [(row[0] ?? 0) + extra(part)]
    for (const [i, each] of listed.entries()) {
      const replaced = (row[i] ?? 0) + other(part, each)
      next.push(Math.min(replaced, (row[i + 1] ?? 0) + extra(part), (next[i] ?? 0) + missing(each)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
