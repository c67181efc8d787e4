export const steps = ['day', 'week', 'month'] as const
export type Step = (typeof steps)[number]

const keyOf: Record<Step, (day: string) => string | number> = {
  day: (day) => day,
  // The Thursday of a week, as ISO counts them, is in the same one as its Monday.
  week: (day) => Math.floor((Date.parse(day) / 86_400_000 + 3) / 7),
  month: (day) => day.slice(0, 7),
}

/** Of rows in the order of their days (`YYYY-MM-DD`), the last one of each day, week (from Monday on) or month. */
export function lastOfEach<R extends { day: string }>(rows: readonly R[], step: Step): R[] {
  return [...new Map(rows.map((row) => [keyOf[step](row.day), row])).values()]
}
