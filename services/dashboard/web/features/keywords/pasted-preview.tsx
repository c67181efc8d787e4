import { keywords as t } from '../../../texts/keywords.ts'
import { Badge } from '../../kit/notice.tsx'
import { Table } from '../../kit/table/table.tsx'
import { figure } from '../../kit/words/figure.ts'
import type { Pasted, PastedLine } from './pasted.ts'

const states = {
  new: { name: t.newLower, tone: 'good' },
  tracked: { name: t.alreadyTracked, tone: 'plain' },
  twice: { name: t.twice, tone: 'plain' },
  long: { name: t.longerThan200Characters, tone: 'bad' },
} as const
const max = 8

export function PastedPreview({ pasted: { kind, lines } }: { pasted: Pasted }) {
  if (lines.length === 0) return null
  const counts = Object.entries(states).flatMap(([state, { name }]) => {
    const count = lines.filter((line) => line.state === state).length
    return count > 0 ? [`${figure(count)} ${name}`] : []
  })
  // Lines that add nothing come first.
  const shown = [...lines]
    .sort((one, other) => Number(one.state === 'new') - Number(other.state === 'new'))
    .slice(0, max)
  return (
    <>
      <p role="status">
        {counts.join(' · ')}
        {kind === 'serpbear' && t.fromSerpBear}
      </p>
      <Table
        caption={t.keywordsToAdd}
        columns={columns}
        rows={shown.map((line, i) => ({ ...line, i }))}
        rowId={({ i }) => String(i)}
      />
      {lines.length > max && <p>{t.andMore(lines.length - max)}</p>}
    </>
  )
}

type Shown = PastedLine & { i: number }
const columns = [
  { head: t.keyword, cell: ({ phrase }: Shown) => phrase.slice(0, 200) },
  {
    head: t.status,
    cell: ({ state }: Shown) => <Badge tone={states[state].tone}>{states[state].name}</Badge>,
    figures: true,
  },
]
