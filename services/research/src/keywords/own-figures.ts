import type { Collects } from '@rts/shared/collects/collects'
import type { Asker, Reading } from '@rts/shared/collects/kind'
import type { Place } from '@rts/shared/phrases/own-pages'
import { rowsOf } from '../collected.ts'
import type { MetricsKind } from './collecting-metrics.ts'
import type { KeyedRow, Keywords } from './tables.ts'

export type OwnFigures = { reading: Reading<Keywords> | null; figures: ReadonlyMap<string, KeyedRow> }

/** The figures of the phrases that a site tracks, where a provider has them; `reading` is null without one. */
export async function ownFigures(
  collects: Collects,
  metrics: MetricsKind | null,
  site: { siteId: string } & Place,
  asker: Asker,
): Promise<OwnFigures> {
  if (!metrics) return { reading: null, figures: new Map() }
  const [reading = null] = await collects.read(metrics, [site], asker)
  const rows = reading?.body ? rowsOf<KeyedRow>(reading.body) : []
  return { reading, figures: new Map(rows.map((row) => [row.key, row])) }
}
