import { ranks as t } from '../../../texts/ranks.ts'
import { Segments } from '../../kit/form/filters.tsx'
import { useKeys } from '../../kit/keys/keys.tsx'
import { type Days, defaultDays, periods } from './search.ts'

// safe because they are the names of the periods
const all = Object.keys(periods).map(Number) as Days[]

/** The period of comparison, undefined while two dates are compared; the keys `[` and `]` change it. */
export function Period({ days, onDays }: { days: Days | undefined; onDays(days: Days): void }) {
  const at = days === undefined ? 0 : all.indexOf(days)
  const step = (by: number) => onDays(all[Math.max(0, Math.min(all.length - 1, at + by))] ?? defaultDays)
  useKeys([
    { keys: '[', does: t.shorterPeriod, run: () => step(-1) },
    { keys: ']', does: t.longerPeriod, run: () => step(1) },
  ])
  return (
    <Segments
      label={t.compareWith}
      names={periods}
      chosen={days === undefined ? undefined : `${days}`}
      onChoose={(chosen) => onDays(Number(chosen) as Days)}
    />
  )
}
