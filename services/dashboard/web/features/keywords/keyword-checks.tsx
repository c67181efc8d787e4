import type { OutputOf } from '../../api/call.ts'
import type { RankLine } from '../../kit/chart/rank-line.ts'
import type { DataColumn } from '../../kit/table/column.ts'
import { Moment } from '../../kit/words/time.tsx'
import { sourceName } from '../collects/exports.ts'

type Answer = OutputOf<'positions.list'>
export type Series = Answer['series'][number]

/** A host's checks as a line of the chart. */
export function lineOf(
  { competitorId, domain, ats, positions, urls, depths }: Series,
  failures: Answer['failures'],
): RankLine {
  const points = ats.map((at, i) => ({
    at: Date.parse(at),
    position: positions[i] ?? 0,
    url: urls[i] ?? null,
    depth: depths[i] ?? null,
  }))
  // A failed check is one for everybody: it is shown once.
  const failed = competitorId === null ? failures.map(({ at }) => Date.parse(at)) : []
  return { id: competitorId ?? 'own', name: competitorId === null ? 'you' : domain, points, failures: failed }
}

type Check = { at: string; who: string; position: number; depth: number | null; url: string | null; source: string }

/** The checks of all hosts, the newest first. */
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
  { id: 'checked', head: 'Checked', cell: ({ at }) => <Moment at={at} />, value: ({ at }) => at },
  { id: 'who', head: 'Site', cell: ({ who }) => who, value: ({ who }) => who },
  {
    id: 'position',
    head: 'Position',
    cell: ({ position, depth }) => (position > 0 ? position : `not in the top ${depth ?? '?'}`),
    value: ({ position }) => position,
    figures: true,
  },
  { id: 'page', head: 'Page', cell: ({ url }) => url ?? '', value: ({ url }) => url },
  { id: 'source', head: 'Source', cell: ({ source }) => source, value: ({ source }) => source },
]
