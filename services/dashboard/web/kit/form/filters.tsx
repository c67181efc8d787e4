import { useRef } from 'react'
import { useKeys } from '../keys/keys.tsx'
import css from './filters.module.css'

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

type TogglesProps = {
  label: string
  names: readonly (readonly [string, string])[]
  chosen: readonly string[]
  onChoose(chosen: readonly string[]): void
}

/** Any of a few, all of them visible. */
export function Toggles({ label, names, chosen, onChoose }: TogglesProps) {
  if (names.length === 0) return null
  return (
    <fieldset className={css.toggles} data-screen>
      <legend className={css.label}>{label}</legend>
      {names.map(([key, name]) => (
        <label key={key} className={css.toggle}>
          <input
            type="checkbox"
            checked={chosen.includes(key)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, key] : chosen.filter((other) => other !== key))
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

type SegmentsProps<Key extends string> = {
  label: string
  names: Readonly<Record<Key, string>>
  /** Undefined while none of them holds. */
  chosen: Key | undefined
  onChoose(key: Key): void
}

export function Segments<Key extends string>({ label, names, chosen, onChoose }: SegmentsProps<Key>) {
  return (
    <fieldset className={css.segments} data-screen>
      <legend className="visually-hidden">{label}</legend>
      {/* safe because the keys of a record are its own names */}
      {(Object.keys(names) as Key[]).map((key) => (
        <button
          key={key}
          type="button"
          className={css.segment}
          aria-pressed={key === chosen}
          onClick={() => onChoose(key)}
        >
          {names[key]}
        </button>
      ))}
    </fieldset>
  )
}
