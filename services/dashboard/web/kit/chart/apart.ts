/**
 * Places for labels that would overlap: at least `gap` between neighbours, in their order, as near to where each wants to be as that
 * allows, and between `top` and `bottom` where they fit there. (Pool adjacent violators: who would overlap moves as one block.)
 */
export function apart(wanted: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = wanted.map((place, i) => ({ place, i })).sort((one, other) => one.place - other.place)
  const blocks: { sum: number; size: number }[] = []
  for (const [rank, { place }] of order.entries()) {
    let block = { sum: place - rank * gap, size: 1 }
    for (let above = blocks.at(-1); above && meanOf(above) > meanOf(block); above = blocks.at(-1)) {
      block = { sum: above.sum + block.sum, size: above.size + block.size }
      blocks.pop()
    }
    blocks.push(block)
  }
  const lowest = Math.max(top, bottom - gap * (order.length - 1))
  const starts = blocks.flatMap((block) => Array<number>(block.size).fill(meanOf(block)))
  const places: number[] = []
  for (const [rank, { i }] of order.entries())
    places[i] = Math.min(lowest, Math.max(top, starts[rank] ?? top)) + rank * gap
  return places
}

function meanOf({ sum, size }: { sum: number; size: number }): number {
  return sum / size
}
