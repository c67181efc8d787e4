import type { Cost, Costs } from './growth-database.ts'
import type { Figure } from './growth-measure.ts'
import { printTable, round } from './stats.ts'

export type Sizes = Map<number, Figure>
type Growth = { name: string; growth: number; grows: boolean; sizes: Sizes }

/** Twice: the logarithm of a list of a hundred accounts, which ten thousand double. The rest is a level of four indexes. */
const mostTimes = 2
const mostMore = 8
/** Statements of loops that read less say nothing, and there are many. */
const leastShown = 20

/** Whether a cost grows faster than the logarithm of what it does not touch. */
export function growsFaster(first: number, last: number): boolean {
  return last > first * mostTimes + mostMore
}

/** Prints what each task costs at each size, the worst first, and the statements that make one grow; answers the figures. */
export function report(figures: ReadonlyMap<string, Sizes>): { worst: number; growing: string[]; tasks: number } {
  const rows = [...figures].map(([name, sizes]) => growthOf(name, sizes)).sort((a, b) => b.growth - a.growth)
  const shown = rows.filter(({ sizes }) => [...sizes.values()].some(({ buffers }) => buffers >= leastShown))
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
  const [first, last] = endsOf(sizes)
  const growth = last.buffers / Math.max(mostMore, first.buffers)
  return { name, growth, grows: growsFaster(first.buffers, last.buffers), sizes }
}

function endsOf(sizes: Sizes): [Figure, Figure] {
  const all = [...sizes.values()]
  const first = all[0]
  const last = all.at(-1)
  if (!first || !last) throw new Error('nothing was measured')
  return [first, last]
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

/** The statements whose cost grows, a line each. */
function growingStatements(sizes: Sizes): string[] {
  const [first, last] = endsOf(sizes)
  return [...last.costs].flatMap(([key, cost]) => {
    const before = buffersOf(first.costs, key)
    if (cost.buffers <= before * 1.2 + mostMore) return []
    return [`${before} → ${cost.buffers} in ${cost.calls} calls, ${cost.database}: ${shortened(cost.text)}`]
  })
}

function buffersOf(costs: Costs, key: string): number {
  return costs.get(key)?.buffers ?? 0
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
