import { useRef } from 'react'
import { useKeys } from '../keys/keys.ts'
import css from './search.module.css'

/** A filter over a table. `/` leads to it, Escape empties it. */
export function Search({ label, text, onSearch }: { label: string; text: string; onSearch(text: string): void }) {
  const input = useRef<HTMLInputElement>(null)
  useKeys([{ keys: '/', does: label, run: () => input.current?.focus() }])
  return (
    <input
      ref={input}
      type="search"
      className={css.search}
      data-screen
      aria-label={label}
      placeholder={`${label}  /`}
      value={text}
      onChange={({ target }) => onSearch(target.value)}
    />
  )
}
