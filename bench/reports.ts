import { newReport } from '../tests/support/report.ts'
import { signIn } from '../tests/support/signed-in.ts'
import { at, startTestSystem } from '../tests/support/system.ts'
import { seedPages } from './lib/dashboard-seed.ts'
import { machine, median, printTable, quantile, round } from './lib/stats.ts'

const rounds = 9
const sizes = [
  { keywords: 1_000, days: 90 },
  { keywords: 10_000, days: 90 },
] as const

/** How long the document of a shared report takes, through the gateway and with all parts, by the number of keywords. */
export async function run(): Promise<Record<string, unknown>> {
  const system = await startTestSystem()
  try {
    const siteIds = await seedPages(system, sizes)
    const asOwner = await signIn(system)
    const rows: Record<string, string | number>[] = []
    for (const [i, size] of sizes.entries()) {
      const made = await asOwner('/api/op/reports.create', { params: { id: siteIds[i] }, body: newReport() })
      const token = String(at(made, 'report', 'url')).split('#')[1] ?? ''
      const times: number[] = []
      let bytes = 0
      for (let n = 0; n <= rounds; n++) {
        const began = performance.now()
        const answer = await asOwner('/api/report/look', { token, language: 'en' })
        times.push(performance.now() - began)
        bytes = JSON.stringify(answer).length
      }
      const [first = Number.NaN, ...later] = times
      rows.push({
        ...size,
        'first ms': round(first),
        'median ms': round(median(later)),
        'longest ms': round(quantile(later, 1)),
        KB: round(bytes / 1_024),
      })
    }
    printTable(rows)
    return { rows, rounds, machine: machine() }
  } finally {
    await system.remove()
  }
}
