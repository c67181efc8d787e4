import { useSyncExternalStore } from 'react'
import { ago, dayText, momentText, zoneDayText } from './time-text.ts'

/** A moment, as far away as it is from now; it keeps up with the time. */
export function Ago({ at }: { at: string }) {
  useTicks()
  return <Time at={at} text={ago(Date.parse(at), Date.now())} />
}

export function Moment({ at }: { at: string }) {
  return <Time at={at} text={momentText(Date.parse(at))} />
}

/** The day of a moment in the reader's time zone; a day such as `2026-11-01` is that day everywhere. */
export function Day({ at }: { at: string }) {
  if (at.length === '2026-11-01'.length) return <time dateTime={at}>{dayText(Date.parse(at))}</time>
  return <Time at={at} text={zoneDayText(Date.parse(at))} />
}

/** Every moment on a page: its UTC time when pointed at. */
function Time({ at, text }: { at: string; text: string }) {
  return (
    <time dateTime={at} title={`${momentText(Date.parse(at), 'UTC')} UTC`}>
      {text}
    </time>
  )
}

const tickMs = 15_000

/** Draws again as time passes, in a tab that comes back to the front at once. */
function useTicks(): void {
  useSyncExternalStore(watch, () => Math.floor(Date.now() / tickMs))
}

function watch(tell: () => void) {
  const timer = setInterval(tell, tickMs)
  document.addEventListener('visibilitychange', tell)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tell)
  }
}
