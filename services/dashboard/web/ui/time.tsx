const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' })
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
]

/** A moment, as far away as it is from now; its date in UTC when pointed at. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${full.format(new Date(at))} UTC`}>
      {ago(new Date(at), new Date())}
    </time>
  )
}

/** A moment in UTC. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{full.format(new Date(at))} UTC</time>
}

/** A day in UTC. */
export function Day({ at }: { at: string }) {
  return <time dateTime={at}>{dayText(Date.parse(at))}</time>
}

/** The day of a moment in UTC, in words. */
export function dayText(at: number): string {
  return day.format(at)
}

/** The days from one to another, as `2026-11-01` each. */
export function spanText(from: string, until: string): string {
  return `${dayText(Date.parse(from))} to ${dayText(Date.parse(until))}`
}

function ago(at: Date, now: Date): string {
  let distance = (at.getTime() - now.getTime()) / 1_000
  for (const [unit, size] of steps) {
    if (Math.abs(distance) < size) return relative.format(Math.round(distance), unit)
    distance /= size
  }
  return day.format(at)
}
