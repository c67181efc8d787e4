import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -1e9, End: 1e9 }

type Drawn = { body: RefObject<HTMLElement | null>; count: number; rowHeight: number }

/** The row that keys work on, and how they go on to another one, which is brought into sight. */
export function useActiveRow({ body, count, rowHeight }: Drawn) {
  const [active, setActive] = useState(-1)
  const awaited = useRef<number>(undefined)
  const focusAwaited = () => {
    const row = body.current?.querySelector<HTMLElement>(`[data-index="${awaited.current}"]`)
    if (!row) return
    awaited.current = undefined
    row.focus()
  }
  // A row that was far away is drawn only after the scroll.
  useLayoutEffect(focusAwaited)
  const move = (by: number) => {
    const next = Math.max(0, Math.min(count - 1, active + by))
    awaited.current = next
    setActive(next)
    const top = (body.current?.getBoundingClientRect().top ?? 0) + next * rowHeight
    if (top < 100 || top > innerHeight - rowHeight) scrollBy({ top: top - innerHeight / 2 })
    focusAwaited()
  }
  return {
    active,
    setActive,
    move,
    /** Goes as far as a key says; false where it says nothing. */
    moveByKey(key: string): boolean {
      const by = steps[key]
      if (by !== undefined) move(by)
      return by !== undefined
    },
  }
}
