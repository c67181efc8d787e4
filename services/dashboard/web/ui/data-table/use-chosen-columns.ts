import { useMemo, useState } from 'react'
import type { DataColumn } from './column.ts'

/** Which columns of a table a person sees; this browser remembers it. */
export function useChosenColumns<Row>(name: string, columns: readonly DataColumn<Row>[]) {
  const key = `columns:${name}`
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>(() => remembered(key))
  const shown = useMemo(() => columns.filter(({ id, extra }) => changed[id] ?? !extra), [columns, changed])
  const choose = (id: string, isShown: boolean) => {
    const next = { ...changed, [id]: isShown }
    setChanged(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  return { shown, choose }
}

function remembered(key: string): Record<string, boolean> {
  try {
    return Object(JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch {
    return {}
  }
}
