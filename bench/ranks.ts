import { parseArgs } from 'node:util'
import { measureDepths } from './lib/rank-depths.ts'
import { measurePages } from './lib/rank-pages.ts'
import { measureReads } from './lib/rank-reads.ts'
import { startSandbox, startSetting } from './lib/rank-services.ts'
import { measureYear } from './lib/rank-year.ts'
import { startStack } from './lib/stack.ts'
import { machine, peakMegabytes, round } from './lib/stats.ts'

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    /** Position rows of other sites in the second measurement of the reads. */
    rows: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '6' },
    only: { type: 'string', default: 'depths,year,pages,reads' },
  },
})
const rounds = Number(options.rounds)

/** Measures what checks cost by how deep they read, what they believe of bad pages, results pages a second through the projects service, and its reads beside the history of other sites. */
export async function run(): Promise<Record<string, unknown>> {
  const depths = options.only.includes('depths') ? measureDepths() : {}
  const year = options.only.includes('year') ? await measureYear() : {}
  if (!/pages|reads/.test(options.only)) return { ...depths, ...year }
  const stack = await startStack()
  try {
    const sandbox = await startSandbox(stack)
    const alone = await startSetting(stack, sandbox)
    const pages = options.only.includes('pages') ? await measurePages(alone, sandbox, rounds) : {}
    const crowded = await startSetting(stack, sandbox)
    const reads = options.only.includes('reads')
      ? await measureReads(alone, crowded, { rounds, otherRows: Number(options.rows) })
      : {}
    const peakRssMb = round(Math.max(peakMegabytes(alone.service.pid), peakMegabytes(crowded.service.pid)))
    console.log(`\npeak memory of a service: ${peakRssMb} MB`)
    await Promise.all([alone, crowded].map(({ pool }) => pool.end()))
    return { ...depths, ...year, ...pages, ...reads, peakRssMb, rounds, machine: machine() }
  } finally {
    await stack.stop()
  }
}
