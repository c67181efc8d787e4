import { Segments } from '../../kit/form/toggles.tsx'
import { useKeys } from '../../kit/keys/keys.ts'
import { type Days, periods } from './search.ts'

// safe because they are the names of the periods
const all = Object.keys(periods).map(Number) as Days[]

/** What the ranks are compared with; `[` and `]` change it. */
export function Period({ days, onDays }: { days: Days; onDays(days: Days): void }) {
  const step = (by: number) => onDays(all[Math.max(0, Math.min(all.length - 1, all.indexOf(days) + by))] ?? days)
  useKeys([
    { keys: '[', does: 'A shorter period', run: () => step(-1) },
    { keys: ']', does: 'A longer period', run: () => step(1) },
  ])
  return (
    <Segments
      label="Compare with"
      names={periods}
      chosen={`${days}`}
      onChoose={(chosen) => onDays(Number(chosen) as Days)}
    />
  )
}
