import { locale } from '../../../texts/locale.ts'
import { writing as t } from '../../../texts/writing.ts'
import { Select } from '../../kit/form/choice.tsx'

const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The months in which something can be planned, as YYYY-MM: this one and the 24 after it. */
export function monthsFrom(now: Date): string[] {
  return Array.from({ length: 25 }, (_, i) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + i, 1)).toISOString().slice(0, 7),
  )
}

/** "March 2027" of 2027-03. */
export function monthName(month: string): string {
  return name.format(new Date(`${month}-01T00:00:00Z`))
}

export function Months({ chosen, months }: { chosen: string; months: readonly string[] }) {
  return (
    <Select
      name="publishOn"
      label={t.month}
      chosen={chosen}
      options={months.map((month) => ({ value: month, label: monthName(month) }))}
    />
  )
}
