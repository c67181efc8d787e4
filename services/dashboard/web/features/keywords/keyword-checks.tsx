import { keywords as t } from '../../../texts/keywords.ts'
import type { OutputOf } from '../../api/call.ts'
import type { RankLine } from '../../kit/chart/rank-line.ts'
import type { DataColumn } from '../../kit/table/column.ts'
import { textColumn } from '../../kit/table/columns.tsx'
import { UtcMoment } from '../../kit/words/time.tsx'
import { sourceName } from '../collects/exports.ts'
import { rankColumn } from '../ranks/exports.ts'

type Answer = OutputOf<'positions.list'>
export type Series = Answer['series'][number]

/** A host's checks as a line of the chart. */
export function lineOf(
  { competitorId, domain, ats, positions, urls, depths, reaches }: Series,
  { failures, rhythmDays }: Pick<Answer, 'failures' | 'rhythmDays'>,
): RankLine {
  const points = ats.map((at, i) => ({
    at: Date.parse(at),
    position: positions[i] ?? 0,
    url: urls[i] ?? null,
    depth: depths[i] ?? null,
    reach: reaches?.[i] ?? rhythmDays,
  }))
  // A failed check is one for everybody: it is shown once.
  const failed = competitorId === null ? failures.map(({ at }) => Date.parse(at)) : []
  return { id: competitorId ?? 'own', name: competitorId === null ? t.you : domain, points, failures: failed }
}

type Check = { at: string; who: string; position: number; depth: number | null; url: string | null; source: string }

export function checksOf(series: readonly Series[]): Check[] {
  const checks = series.flatMap(({ domain, ats, positions, urls, depths, sources, sandboxes }) =>
    ats.map((at, i) => ({
      at,
      who: domain,
      position: positions[i] ?? 0,
      depth: depths[i] ?? null,
      url: urls[i] ?? null,
      source: sourceName(sources[i] ?? '', sandboxes[i]),
    })),
  )
  return checks.sort((one, other) => other.at.localeCompare(one.at))
}

export const checkColumns: DataColumn<Check>[] = [
  textColumn('checked', t.checked, ({ at }) => at, { cell: ({ at }) => <UtcMoment at={at} /> }),
  textColumn('who', t.site, ({ who }) => who),
  rankColumn('position', t.position, ({ position }: Check) => position, {
    cell: ({ position, depth }) => (position > 0 ? position : t.notTop(String(depth ?? '?'))),
    width: undefined,
  }),
  textColumn('page', t.page, ({ url }) => url),
  textColumn('source', t.source, ({ source }) => source),
]
