import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import type { DataColumn } from './column.ts'

/** Which columns of a table a person sees, and which of them stay without room because they were ticked; this browser remembers it. */
export function useChosenColumns<Row>(name: string, columns: readonly DataColumn<Row>[]) {
  const key = `columns:${name}`
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>(() => remembered(key))
  const shown = useMemo(() => columns.filter(({ id, extra }) => changed[id] ?? !extra), [columns, changed])
  const kept = useMemo(() => new Set(Object.keys(changed).filter((id) => changed[id])), [changed])
  const choose = (id: string, isShown: boolean) => {
    const next = { ...changed, [id]: isShown }
    setChanged(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  return { shown, kept, choose }
}

function remembered(key: string): Record<string, boolean> {
  try {
    return Object(JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch {
    return {}
  }
}

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
