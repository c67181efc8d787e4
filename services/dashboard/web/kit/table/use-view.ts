import { useNavigate, useSearch } from '@tanstack/react-router'
import { startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { readSort, type Sort, writeSort } from './column.ts'

/** How a table is looked at; in the address, so that it can be sent to others. */
export type View = { q?: string; sort?: string }

export function viewOf({ q, sort }: Record<string, unknown>): View {
  return { ...(typeof q === 'string' && { q }), ...(typeof sort === 'string' && { sort }) }
}

const pauseMs = 250

/** The filter and the order of the table of this page. Typed text counts at once, and is in the address after a pause. */
export function useView(defaultSort: string) {
  const search: View = useSearch({ strict: false })
  const navigate = useNavigate()
  const inAddress = search.q ?? ''
  const [text, setText] = useState(inAddress)
  const written = useRef(inAddress)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const change = (next: View) =>
    startTransition(() =>
      navigate({ to: '.', search: (before: object) => ({ ...before, ...next }), replace: true, resetScroll: false }),
    )
  useEffect(() => {
    // Another link, or the way back.
    if (inAddress !== written.current) setText(inAddress)
    written.current = inAddress
  }, [inAddress])
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    text,
    type(next: string) {
      setText(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        written.current = next
        change({ q: next === '' ? undefined : next })
      }, pauseMs)
    },
    sort: readSort(search.sort ?? defaultSort),
    sortBy: (sort: Sort) => change({ sort: writeSort(sort) === defaultSort ? undefined : writeSort(sort) }),
  }
}

type Search = Record<string, unknown>

export const openSearch = ({ open }: Search): { open?: string } => (typeof open === 'string' ? { open } : {})

/** A part of an address that is one of the known names. */
export function oneOf<Name extends string, Key extends string>(
  name: Name,
  known: Readonly<Record<Key, string>>,
  value: unknown,
) {
  // safe because it is one of the names
  return (typeof value === 'string' && Object.hasOwn(known, value) ? { [name]: value } : {}) as { [N in Name]?: Key }
}

export type Selection<Row> = ReturnType<typeof useSelection<Row>>

/** The selected ids; rows that are not listed do not count. */
export function useSelection<Row>(listed: readonly Row[], idOf: (row: Row) => string) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = useMemo(() => listed.filter((row) => ids.has(idOf(row))), [listed, idOf, ids])
  return {
    selected,
    has: (id: string) => ids.has(id),
    toggle(id: string) {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setIds(next)
    },
    all: () => setIds(new Set(listed.map(idOf))),
    clear: () => setIds(new Set()),
  }
}
