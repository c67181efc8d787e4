import { keywords as t } from '../../../texts/keywords.ts'
import type { OutputOf } from '../../api/call.ts'
import type { RankLine } from '../../kit/chart/rank-line.ts'
import { Panel } from '../../kit/layout/page.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { textColumn } from '../../kit/table/columns.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Address } from '../../kit/words/address.tsx'
import { Day, UtcMoment } from '../../kit/words/time.tsx'
import { sourceName } from '../collects/exports.ts'
import { rankColumn } from '../ranks/exports.ts'

type Answer = OutputOf<'positions.list'>
export type Series = Answer['series'][number]

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

type RankedAddress = { url: string; first: string; last: string; best: number; checks: number }

export function RankedAddresses({ own }: { own: Series | undefined }) {
  if (!own || own.ats.length === 0) return null
  return (
    <Panel title={t.addresses} line={t.addressesLine}>
      <Table
        caption={t.addresses}
        columns={columns}
        rows={rankedAddresses(own)}
        rowId={({ url }) => url}
        empty={t.noAddressYet}
      />
    </Panel>
  )
}

const columns: Column<RankedAddress>[] = [
  { head: t.address, cell: ({ url }) => <Address url={url} /> },
  { head: t.first, cell: ({ first }) => <Day at={first} /> },
  { head: t.last, cell: ({ last }) => <Day at={last} /> },
  { head: t.best, cell: ({ best }) => best, figures: true },
  { head: t.checks, cell: ({ checks }) => checks, figures: true },
]

/** The addresses of a host's checks, the one that ranked last first. */
function rankedAddresses({ ats, positions, urls }: Pick<Series, 'ats' | 'positions' | 'urls'>): RankedAddress[] {
  const found = new Map<string, RankedAddress>()
  for (const [i, at] of ats.entries()) {
    const url = urls[i]
    const position = positions[i] ?? 0
    if (!url || position === 0) continue
    const { first, best, checks } = found.get(url) ?? { first: at, best: position, checks: 0 }
    found.delete(url)
    found.set(url, { url, first, last: at, best: Math.min(best, position), checks: checks + 1 })
  }
  return [...found.values()].reverse()
}
