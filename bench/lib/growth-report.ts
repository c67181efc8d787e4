import type { Cost } from './growth-database.ts'
import type { Figure } from './growth-measure.ts'
import { printTable, round } from './stats.ts'

export type Sizes = Map<number, Figure>
type Growth = { name: string; growth: number; grows: boolean; sizes: Sizes }

/** A level of four indexes. */
const maxMore = 8
/** Accounts at the size of one. */
export const accountsOfSize = 100
/** Statements of loops that read less say nothing, and there are many. */
const minShown = 20

/**
 * Whether a cost of so many blocks grows faster than the logarithm of what it does not touch. Only the last step counts: a table of a few
 * blocks is read whole, and an index costs more at first.
 */
function growsFaster(before: number, after: number, times: number): boolean {
  return after > before * times + maxMore
}

/** Prints what each task costs at each size, the worst first, and the statements that make one grow; answers the figures. */
export function report(figures: ReadonlyMap<string, Sizes>): { worst: number; growing: string[]; tasks: number } {
  const rows = [...figures].map(([name, sizes]) => growthOf(name, sizes)).sort((a, b) => b.growth - a.growth)
  const shown = rows.filter(({ sizes }) => [...sizes.values()].some(({ buffers }) => buffers >= minShown))
  printTable(shown.map(({ name, growth, sizes }) => ({ task: name, ...columnsOf(sizes), times: round(growth, 2) })))
  const growing = rows.filter(({ grows }) => grows)
  for (const row of growing) {
    console.log(`\n${row.name}`)
    for (const line of growingStatements(row.sizes)) console.log(`  ${line}`)
  }
  const worst = Math.max(...rows.map(({ growth }) => growth))
  return { worst: round(worst, 2), growing: growing.map(({ name }) => name), tasks: rows.length }
}

function growthOf(name: string, sizes: Sizes): Growth {
  const { before, after } = lastStep(sizes)
  const growth = after.buffers / Math.max(maxMore, before.buffers)
  return { name, growth, grows: growingStatements(sizes).length > 0, sizes }
}

/** The last two sizes, and the logarithm of the second as a multiple of that of the first. */
function lastStep(sizes: Sizes): { before: Figure; after: Figure; times: number } {
  const all = [...sizes].slice(-2)
  const [small, before] = all[0] ?? []
  const [large, after] = all.at(-1) ?? []
  if (!small || !before || !large || !after) throw new Error('nothing was measured')
  return { before, after, times: Math.log(large * accountsOfSize) / Math.log(small * accountsOfSize) }
}

function columnsOf(sizes: Sizes): Record<string, number> {
  const columns = (unit: string, value: (figure: Figure) => number) =>
    [...sizes].map(([size, figure]) => [`${unit} ${size}×`, value(figure)])
  return Object.fromEntries([
    ...columns('blocks', ({ buffers }) => buffers),
    ...columns('ms', ({ ms }) => round(ms, 1)),
    ...columns('service ms', ({ serviceMs }) => round(serviceMs)),
  ])
}

/** The statements that grow, a line each. One that only one of the sizes has asked is other work: of loops, for the most part. */
function growingStatements(sizes: Sizes): string[] {
  const { before, after, times } = lastStep(sizes)
  return [...after.costs].flatMap(([key, { calls, buffers, database, text }]) => {
    const earlier = before.costs.get(key)
    if (!earlier) return []
    const small = earlier.buffers / earlier.calls
    const large = buffers / calls
    return growsFaster(small, large, times)
      ? [`${round(small)} → ${round(large)} a call, ${database}: ${shortened(text)}`]
      : []
  })
}

function shortened(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 300)
}

/** The figures as they are kept beside a database that is grown in several runs. */
export function textOf(figures: ReadonlyMap<string, Sizes>): string {
  return JSON.stringify(
    [...figures].map(([name, sizes]) => [name, [...sizes].map(([n, f]) => [n, { ...f, costs: [...f.costs] }])]),
  )
}

export function figuresOf(text: string): Map<string, Sizes> {
  // safe because `textOf` wrote it
  const kept = JSON.parse(text) as [string, [number, Omit<Figure, 'costs'> & { costs: [string, Cost][] }][]][]
  return new Map(
    kept.map(([name, sizes]) => [name, new Map(sizes.map(([n, f]) => [n, { ...f, costs: new Map(f.costs) }]))]),
  )
}
