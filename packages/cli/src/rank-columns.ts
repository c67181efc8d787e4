import type { KeywordRow } from './keyword-rows.ts'
import type { Style } from './output/style.ts'
import type { Column } from './output/table.ts'

/** A rank as people read it: 0 is beyond what was read, null was never checked. */
export function rankText(position: number | null, depth: number | null): string {
  if (position === null) return 'unchecked'
  return position === 0 ? (depth === null ? 'not found' : `>${depth}`) : String(position)
}

/** The columns that tell keywords and their ranks. */
export function rankColumns({ isAscii }: Style): Column<KeywordRow>[] {
  const [up, down] = isAscii ? ['+', '-'] : ['▲', '▼']
  return [
    { head: 'keyword', value: ({ keyword }) => keyword },
    {
      head: 'position',
      isRight: true,
      value: ({ position }) => position,
      text: ({ position, depth }) => rankText(position, depth),
    },
    {
      head: 'change',
      isRight: true,
      value: ({ change }) => change,
      text: ({ change }) => (change ? `${change > 0 ? up : down}${Math.abs(change)}` : ''),
      tint: ({ change }) => (change ? (change > 0 ? 'green' : 'red') : undefined),
    },
    { head: 'best', isRight: true, value: ({ best }) => best },
    { head: 'device', value: ({ device }) => device },
    { head: 'country', value: ({ country }) => country },
    { head: 'location', value: ({ location }) => location, text: ({ location }) => location ?? '' },
    { head: 'checked', value: ({ checkedAt }) => checkedAt, text: ({ checkedAt }) => checkedAt?.slice(0, 10) ?? '-' },
    { head: 'tags', value: ({ tags }) => tags?.join(' ') ?? null },
    { head: 'url', value: ({ url }) => url },
  ]
}

/** For a terminal: without columns in which nothing differs. */
export function tellingColumns(rows: readonly KeywordRow[], style: Style): Column<KeywordRow>[] {
  const same = (pick: (row: KeywordRow) => unknown) => new Set(rows.map(pick)).size <= 1
  return rankColumns(style).filter(({ head }) => {
    if (head === 'device') return !same(({ device }) => device)
    if (head === 'country') return !same(({ country }) => country)
    if (head === 'location') return rows.some(({ location }) => location !== null)
    if (head === 'tags') return rows.some(({ tags }) => tags?.length > 0)
    return true
  })
}
