import { useSyncExternalStore } from 'react'
import { ago, dayText, momentText, utcMomentText } from './time-text.ts'

/** A moment, as far away as it is from now; it keeps up with the time. */
export function Ago({ at }: { at: string }) {
  useTicks()
  return <Time at={at} text={ago(Date.parse(at), Date.now())} />
}

/** A moment of something else, by the reader's clock. */
export function Moment({ at }: { at: string }) {
  return <Time at={at} text={momentText(Date.parse(at))} />
}

/** A day such as `2026-11-01`, or the UTC day of a moment: the same for everybody, as in letters, files and charts. */
export function Day({ at }: { at: string }) {
  const text = dayText(Date.parse(at))
  return at.length === '2026-11-01'.length ? <time dateTime={at}>{text}</time> : <Time at={at} text={text} />
}

/** The moment of a check in UTC: its day is the one in charts, files and letters. */
export function UtcMoment({ at }: { at: string }) {
  return <Time at={at} text={utcMomentText(Date.parse(at))} />
}

/** Every moment on a page: its UTC time when pointed at. */
function Time({ at, text }: { at: string; text: string }) {
  return (
    <time dateTime={at} title={utcMomentText(Date.parse(at))}>
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
