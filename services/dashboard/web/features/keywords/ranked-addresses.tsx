import { keywords as t } from '../../../texts/keywords.ts'
import { Panel } from '../../kit/layout/page.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Address } from '../../kit/words/address.tsx'
import { Day } from '../../kit/words/time.tsx'
import type { Series } from './keyword-checks.tsx'

type RankedAddress = { url: string; first: string; last: string; best: number; checks: number }

/** Every address of the site that ranked, and when. */
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
