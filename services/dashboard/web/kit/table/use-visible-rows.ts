import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

const margin = 10

/** The rows of a long table that are near the screen, where all are equally high and the page scrolls as a whole; all of them on paper. */
export function useVisibleRows(count: number, rowHeight: number) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [range, setRange] = useState({ first: 0, end: 40 })
  useLayoutEffect(() => {
    const update = () => {
      const top = body.current?.getBoundingClientRect().top ?? 0
      const first = Math.min(count, Math.max(0, Math.floor(-top / rowHeight) - margin))
      const end = Math.max(first, Math.min(count, Math.ceil((innerHeight - top) / rowHeight) + margin))
      setRange((old) => (old.first === first && old.end === end ? old : { first, end }))
    }
    update()
    // The content above the table changes height without a scroll.
    const observer = new ResizeObserver(update)
    observer.observe(document.body)
    addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', update)
      removeEventListener('resize', update)
    }
  }, [count, rowHeight])
  if (usePrinting()) return { body, first: 0, end: count }
  return { body, first: Math.min(range.first, count), end: Math.min(range.end, count) }
}

const paper = typeof matchMedia === 'undefined' ? undefined : matchMedia('print')

/** Whether the page is being printed: then it has to show all of what it otherwise shows near the screen. */
function usePrinting(): boolean {
  return useSyncExternalStore(watch, () => paper?.matches ?? false)
}

function watch(tell: () => void) {
  paper?.addEventListener('change', tell)
  return () => paper?.removeEventListener('change', tell)
}
