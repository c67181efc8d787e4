import { useMemo, useState } from 'react'
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
