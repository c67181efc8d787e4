import { createContext, type KeyboardEvent, type ReactNode, useContext, useState } from 'react'
import { nearest } from './time-plot.ts'

type Pointed = [place: number | undefined, point: (place: number | undefined) => void]
const Shared = createContext<Pointed | null>(null)

/** Around charts of the same moments: what is pointed at in one of them is pointed at in all. */
export function SameMoments({ children }: { children: ReactNode }) {
  const pointed = useState<number>()
  return <Shared value={pointed}>{children}</Shared>
}

/** The place of the moment that is pointed at, and how to point at another. */
function usePointed(): Pointed {
  const own = useState<number>()
  return useContext(Shared) ?? own
}

/** Whether there are other charts of the same moments: their axes are equally wide. */
export function useHasOthers(): boolean {
  return useContext(Shared) !== null
}

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
