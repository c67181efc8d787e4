export type Place = { line: number; column: number }

/** Turns offsets into lines and columns, both from 1; columns count UTF-16 units as editors do. */
export function createLines(text: string): (at: number) => Place {
  const starts = [0]
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
  return (at) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: at - (starts[low] ?? 0) + 1 }
  }
}
