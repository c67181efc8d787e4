import type { Place } from '@rts/shared/phrases/own-pages'
import { columns } from '@rts/shared/service/columns'
import type { Database } from '@rts/shared/service/transaction'
import { statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'
import type { Figures, KeyedRow } from './rules/figures.ts'

const storeAll = statement(
  `INSERT INTO keyword_metric (key, phrase, source, sandbox, figures, country, language, collected_at)
   SELECT DISTINCT ON (key) *, $6, $7, $8::timestamptz
   FROM unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::jsonb[]) AS given (key, phrase, source, sandbox, figures)
   ORDER BY key
   ON CONFLICT (key, country, language) DO UPDATE SET phrase = excluded.phrase, source = excluded.source,
     sandbox = excluded.sandbox, figures = excluded.figures, collected_at = excluded.collected_at`,
)

export async function knownMetrics(
  records: Records,
  keys: readonly string[],
  { country, language }: Place,
  since: Date,
): Promise<Map<string, KeyedRow>> {
  const where = { key: { in: [...keys] }, country, language, collectedAt: { gt: since } }
  const found = await records.keywordMetric.findMany({ where })
  return new Map(
    found.map(({ key, phrase, source, sandbox, figures }) => {
      // safe because `storeMetrics` alone writes this column
      return [key, { key, phrase, source, sandbox, ...(figures as unknown as Figures) }]
    }),
  )
}

export async function storeMetrics(db: Database, rows: readonly KeyedRow[], { country, language }: Place, now: Date) {
  const stored = rows.map(({ key, phrase, source, sandbox, ...figures }) => {
    return { key, phrase, source, sandbox, figures: JSON.stringify(figures) }
  })
  const values = columns(stored, 'key', 'phrase', 'source', 'sandbox', 'figures')
  await storeAll.run(db, [...values, country, language, now])
}
