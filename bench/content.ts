import { parseArgs } from 'node:util'
import { measureCrawls } from './lib/content-crawl.ts'
import { startStack } from './lib/stack.ts'
import { machine, printTable } from './lib/stats.ts'

const { values: wish } = parseArgs({
  args: process.argv.slice(3),
  options: { rounds: { type: 'string', default: '3' } },
})
const rounds = Number(wish.rounds)

/** The audit of a whole site: what a page costs, beside Crawlee. */
export async function run(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  try {
    const figures = await measureCrawls(stack, rounds)
    printTable([figures])
    return { ...figures, ratio: figures.crawlRatio, rounds, machine: machine() }
  } finally {
    await stack.stop()
  }
}
