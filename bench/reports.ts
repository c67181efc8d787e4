import { median, quantile, round, timed } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { withSystem } from '../harness/system.ts'
import { newReport } from '../tests/support/report.ts'
import { signIn } from '../tests/support/signed-in.ts'
import { at } from '../tests/support/system.ts'
import { seedPages } from './lib/pages.ts'

const rounds = 9
const sizes = [
  { keywords: 1_000, days: 90 },
  { keywords: 10_000, days: 90 },
] as const

/** How long the document of a shared report takes, through the gateway and with all parts, by the number of keywords. */
export function run(): Promise<object> {
  return withSystem({}, async (system) => {
    const siteIds = await seedPages(system, sizes)
    const asOwner = await signIn(system)
    const rows: Record<string, number>[] = []
    for (const [i, size] of sizes.entries()) {
      const made = await asOwner('/api/op/reports.create', { params: { id: siteIds[i] }, body: newReport() })
      const token = String(at(made, 'report', 'url')).split('#')[1] ?? ''
      const look = () => asOwner('/api/report/look', { token, language: 'en' })
      const first = await timed(look)
      const later: number[] = []
      for (let n = 0; n < rounds; n++) later.push(await timed(look))
      rows.push({
        ...size,
        'first ms': round(first),
        'median ms': round(median(later)),
        'longest ms': round(quantile(later, 1)),
        KB: round(JSON.stringify(await look()).length / 1_024),
      })
    }
    printTable(rows)
    return { rows, rounds }
  })
}
