import type { Clock } from '@rts/shared/clock'
import { columns } from '@rts/shared/service/columns'
import type { Database } from './database.sql.ts'
import type { Figures } from './rules/figures.ts'
import type { KeyedRow } from './tables.ts'

type Place = { country: string; language: string }
export type MetricStore = ReturnType<typeof createMetricStore>

/** Figures of phrases by country and language, whoever they were asked for: only runs read them, never an answer. */
export function createMetricStore({ pool, prisma }: Database, clock: Clock) {
  return {
    /** Those of these phrases that are not older than `maxAgeMs`. */
    async known(keys: readonly string[], place: Place, maxAgeMs: number): Promise<Map<string, KeyedRow>> {
      const collectedAt = { gt: new Date(clock.now().getTime() - maxAgeMs) }
      const found = await prisma.keywordMetric.findMany({ where: { key: { in: [...keys] }, ...place, collectedAt } })
      return new Map(
        found.map(({ key, phrase, source, sandbox, figures }) => {
          // safe because `keep` alone writes this column
          return [key, { key, phrase, source, sandbox, ...(figures as unknown as Figures) }]
        }),
      )
    },

    async keep(rows: readonly KeyedRow[], { country, language }: Place): Promise<void> {
      const stored = rows.map(({ key, phrase, source, sandbox, ...figures }) => {
        return { key, phrase, source, sandbox, figures: JSON.stringify(figures) }
      })
      await pool.query(
        `INSERT INTO keyword_metric (key, phrase, source, sandbox, figures, country, language, collected_at)
         SELECT DISTINCT ON (key) *, $6, $7, $8::timestamptz
         FROM unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::jsonb[]) AS told (key, phrase, source, sandbox, figures)
         ORDER BY key
         ON CONFLICT (key, country, language) DO UPDATE SET phrase = excluded.phrase, source = excluded.source,
           sandbox = excluded.sandbox, figures = excluded.figures, collected_at = excluded.collected_at`,
        [...columns(stored, 'key', 'phrase', 'source', 'sandbox', 'figures'), country, language, clock.now()],
      )
    },
  }
}
