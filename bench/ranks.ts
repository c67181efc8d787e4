import { parseArgs } from 'node:util'
import { peakMegabytes, round } from '../harness/measure.ts'
import { withParts } from '../harness/system.ts'
import { startSandbox, startSetting } from './lib/projects.ts'
import { measurePages } from './lib/rank-pages.ts'
import { measureReads } from './lib/rank-reads.ts'
import { measureYear } from './lib/rank-year.ts'

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    /** Position rows of other sites in the second measurement of the reads. */
    rows: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '6' },
    only: { type: 'string', default: 'year,pages,reads' },
  },
})
const rounds = Number(options.rounds)
const wants = (part: string) => options.only.includes(part)

/**
 * The ranks that a year with bad pages stores, results pages a second through the projects service, and its reads beside the history of
 * other sites.
 */
export async function run(): Promise<object> {
  const year = wants('year') && (await measureYear())
  if (!wants('pages') && !wants('reads')) return { ...year }
  return await withParts(async (parts) => {
    const sandbox = await startSandbox(parts)
    const setting = await startSetting(parts, sandbox)
    const pages = wants('pages') && (await measurePages(parts, setting, rounds))
    const crowded = await startSetting(parts, sandbox)
    const otherRows = Number(options.rows)
    const reads = wants('reads') && (await measureReads(setting, crowded, { rounds, otherRows }))
    const peakRssMb = round(Math.max(...[setting, crowded].map(({ service }) => peakMegabytes(service.pid))))
    console.log(`\npeak memory of a service: ${peakRssMb} MB`)
    return { ...year, ...pages, ...reads, peakRssMb, rounds }
  })
}
