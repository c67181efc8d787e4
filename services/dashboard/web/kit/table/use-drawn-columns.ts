import { type RefObject, useLayoutEffect, useState } from 'react'
import type { DataColumn } from './column.ts'

/** Which of the chosen columns are drawn in the table around an element: some leave where there is no room for them. */
export function useDrawnColumns<Row>(
  inside: RefObject<Element | null>,
  chosen: readonly DataColumn<Row>[],
  isAsked: boolean,
) {
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set())
  useLayoutEffect(() => {
    if (!isAsked) return
    const table = inside.current?.closest('[data-table]')?.querySelector('table')
    const isDrawn = ({ id }: DataColumn<Row>) => {
      const head = table?.querySelector<HTMLElement>(`[data-column="${CSS.escape(id)}"]`)
      // Without rows there is no table, and every column has room.
      return !head || head.offsetWidth > 0
    }
    setDrawn(new Set(chosen.filter(isDrawn).map(({ id }) => id)))
  }, [inside, chosen, isAsked])
  return drawn
}
