import { Badge } from '../../kit/badge.tsx'
import { Table } from '../../kit/table/table.tsx'
import type { Pasted, PastedLine } from './pasted.ts'

const states = {
  new: { name: 'new', tone: 'good' },
  tracked: { name: 'tracked already', tone: 'plain' },
  twice: { name: 'twice', tone: 'plain' },
  long: { name: 'longer than 200 characters', tone: 'bad' },
} as const
const most = 8

/** What would be added, before it is. */
export function PastedPreview({ pasted: { kind, lines } }: { pasted: Pasted }) {
  if (lines.length === 0) return null
  const counts = Object.entries(states).flatMap(([state, { name }]) => {
    const count = lines.filter((line) => line.state === state).length
    return count > 0 ? [`${count.toLocaleString('en')} ${name}`] : []
  })
  // What adds nothing is seen first.
  const shown = [...lines]
    .sort((one, other) => Number(one.state === 'new') - Number(other.state === 'new'))
    .slice(0, most)
  return (
    <>
      <p role="status">
        {counts.join(' · ')}
        {kind === 'serpbear' && ' · from SerpBear, each with its last position'}
      </p>
      <Table
        caption="What would be added"
        columns={columns}
        rows={shown.map((line, i) => ({ ...line, i }))}
        rowId={({ i }) => String(i)}
        empty=""
      />
      {lines.length > most && <p>and {(lines.length - most).toLocaleString('en')} more</p>}
    </>
  )
}

type Shown = PastedLine & { i: number }
const columns = [
  { head: 'Phrase', cell: ({ phrase }: Shown) => phrase.slice(0, 200) },
  {
    head: 'State',
    cell: ({ state }: Shown) => <Badge tone={states[state].tone}>{states[state].name}</Badge>,
    figures: true,
  },
]
