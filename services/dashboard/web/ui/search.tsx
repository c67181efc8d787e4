import { useEffect, useRef } from 'react'
import css from './search.module.css'

/** A filter over a table. `/` leads to it, Escape empties it. */
export function Search({ label, onSearch }: { label: string; onSearch(text: string): void }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [role=dialog]')
      if (event.key !== '/' || isTyping) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])
  return (
    <input
      ref={input}
      type="search"
      className={css.search}
      aria-label={label}
      placeholder={`${label}  /`}
      onChange={({ target }) => onSearch(target.value)}
    />
  )
}
