import type { KeywordRow } from './keyword-rows.ts'
import type { Style } from './output/style.ts'
import type { Column } from './output/table.ts'

/** A rank as people read it: 0 is beyond what was read, null was never checked. */
export function rankText(position: number | null, depth: number | null): string {
  if (position === null) return 'unchecked'
  return position === 0 ? (depth === null ? 'not found' : `>${depth}`) : String(position)
}

/** They tell keywords of one phrase apart. They come early: a narrow terminal has the first columns alone. */
export const variantColumns: readonly Column<KeywordRow>[] = [
  { head: 'device', value: ({ device }) => device },
  { head: 'country', value: ({ country }) => country },
  { head: 'language', value: ({ language }) => language },
  { head: 'location', value: ({ location }) => location, text: ({ location }) => location ?? '' },
]

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
    ...variantColumns,
    { head: 'best', isRight: true, value: ({ best }) => best },
    { head: 'checked', value: ({ checkedAt }) => checkedAt, text: ({ checkedAt }) => checkedAt?.slice(0, 10) ?? '-' },
    { head: 'tags', value: ({ tags }) => tags?.join(' ') ?? null },
    { head: 'url', value: ({ url }) => url },
  ]
}

/** For people: without columns that say nothing, as the device where all keywords have the same. */
export function tellingColumns<Row extends KeywordRow>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  return columns.filter((column) => {
    const values = new Set(rows.map((row) => column.value(row)))
    if (['device', 'country', 'language'].includes(column.head)) return values.size > 1
    return !['location', 'tags'].includes(column.head) || [...values].some(Boolean)
  })
}
