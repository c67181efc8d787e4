import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { Notice } from '../notice.tsx'
import css from './keys.module.css'
import { foundWays, type Way } from './way.ts'

type WaysProps = {
  ways: readonly Way[]
  /** Ways that were found for the typed text elsewhere, below the others. */
  also?: readonly Way[]
  /** The name of the field, the text in it while it is empty, the name of the list, and what is said when nothing matches. */
  words: { field: string; placeholder: string; list: string; none: string }
  onType?(text: string): void
  onClose(): void
}

/** A field with a list below it: a few letters narrow the list, arrows and Enter choose. */
export function Ways({ ways, also = [], words, onType, onClose }: WaysProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const found = foundWays(ways, text, also)
  const go = (way: Way | undefined) => {
    if (!way) return
    onClose()
    way.go()
  }
  const type = (next: string) => {
    setText(next)
    setAt(0)
    onType?.(next)
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined) setAt(Math.max(0, Math.min(found.length - 1, at + by)))
    else if (event.key === 'Enter') go(found[at])
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: the dialog is for typing
        autoFocus
        className={css.input}
        role="combobox"
        aria-label={words.field}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[at] && `${id}-${at}`}
        autoComplete="off"
        placeholder={words.placeholder}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
      />
      <Found id={id} name={words.list} found={found} at={at} onPoint={setAt} onChoose={go} />
      {found.length === 0 && <p role="status">{words.none}</p>}
    </>
  )
}

type FoundProps = {
  id: string
  name: string
  found: readonly Way[]
  at: number
  onPoint(at: number): void
  onChoose(way: Way): void
}

function Found({ id, name, found, at, onPoint, onChoose }: FoundProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div ref={list} id={id} role="listbox" aria-label={name} className={css.options}>
      {found.map((way, i) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the chosen one
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the text choose
        <div
          key={way.id}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === at}
          className={css.option}
          onClick={() => onChoose(way)}
          onPointerMove={() => onPoint(i)}
        >
          {way.name} <small>{way.of}</small>
        </div>
      ))}
    </div>
  )
}

type PaletteProps = {
  open: boolean
  onClose(): void
  ways: readonly Way[]
  also: readonly Way[]
  onType(text: string): void
  problems: readonly string[]
}

const paletteWords = {
  field: t.whereTo,
  placeholder: t.pageSiteKeywordOrAction,
  list: t.pagesSitesAndKeywords,
  none: t.nothingMatches,
}

/** Goes anywhere, or does something, by a few letters of its name. */
export function Palette({ open, onClose, ways, also, onType, problems }: PaletteProps) {
  return (
    <Dialog title={t.goTo} open={open} onClose={onClose}>
      {problems.map((problem) => (
        <Notice key={problem} tone="bad">
          {problem}
        </Notice>
      ))}
      {open && <Ways ways={ways} also={also} words={paletteWords} onType={onType} onClose={onClose} />}
    </Dialog>
  )
}
