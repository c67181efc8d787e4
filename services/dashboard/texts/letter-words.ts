/** A day of a letter, in UTC. */
export function dayOf(timestamp: string): string {
  const form = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-GB', form).format(new Date(timestamp))
}

/** A figure of a letter, with one decimal place at most. */
export function figure(value: number): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: 1 })
}

/** The name of a plan. */
export function planName(plan: string): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1)
}
