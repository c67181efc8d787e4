import type { KeyboardEvent } from 'react'
import { usePointed } from './same-moments.tsx'
import { nearest } from './time-plot.ts'

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -30, PageDown: 30, Home: -1e9, End: 1e9 }

export type Moment = ReturnType<typeof useMoment>

/** The moment of a chart that is read: the one that is pointed at, or else the last. */
export function useMoment(moments: readonly number[]) {
  const [active, setActive] = usePointed()
  const last = moments.length - 1
  const place = Math.min(active ?? last, last)
  return {
    /** Undefined in a chart without moments. */
    at: moments[place],
    place,
    last,
    isPointed: active !== undefined,
    point: (at: number) => setActive(nearest(moments, at)),
    leave: () => setActive(undefined),
    step(event: KeyboardEvent) {
      const by = steps[event.key]
      if (by === undefined) return
      event.preventDefault()
      setActive(Math.max(0, Math.min(last, place + by)))
    },
  }
}
