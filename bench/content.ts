import { parseArgs } from 'node:util'
import { measureCrawls } from './lib/content-crawl.ts'
import { measureSchemaChecks } from './lib/content-schema.ts'
import { measureTruth } from './lib/content-truth.ts'
import { startStack } from './lib/stack.ts'
import { machine, printTable } from './lib/stats.ts'

const { values: chosen } = parseArgs({
  args: process.argv.slice(3),
  options: { rounds: { type: 'string', default: '3' } },
})
const rounds = Number(chosen.rounds)
/** A check takes milliseconds: it is measured more often than a crawl. */
const checksPerRound = 7

/** The audit's accuracy on planted issues; the speed of the structured data check and of a site's audit, each beside common packages. */
export async function run(): Promise<Record<string, unknown>> {
  const truth = await measureTruth()
  const checks = await measureSchemaChecks(rounds * checksPerRound)
  const stack = await startStack()
  try {
    const crawls = await measureCrawls(stack, rounds)
    printTable([truth])
    printTable([checks])
    printTable([crawls])
    const ratio = Math.min(checks.schemaRatio, crawls.crawlRatio)
    return { ...truth, ...checks, ...crawls, ratio, rounds, machine: machine() }
  } finally {
    await stack.stop()
  }
}
