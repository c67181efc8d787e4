import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import { Notice } from '../notice.tsx'
import css from './keys.module.css'

/** A place that one can go to. */
export type Way = { id: string; name: string; of: string; go(): void }

/** Goes anywhere by a few letters of its name. */
export function Palette(props: { open: boolean; onClose(): void; ways: readonly Way[]; problem: string | null }) {
  const { open, onClose, ways, problem } = props
  return (
    <Dialog title="Go to" open={open} onClose={onClose}>
      {problem !== null && <Notice tone="bad">Your sites are missing here. {problem}</Notice>}
      {open && <Ways ways={ways} onClose={onClose} />}
    </Dialog>
  )
}

const most = 50

function Ways({ ways, onClose }: { ways: readonly Way[]; onClose(): void }) {
  const id = useId()
  const { text, type, found, at, setAt } = useFound(ways)
  const go = (way: Way | undefined) => {
    if (!way) return
    onClose()
    way.go()
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
        aria-label="Where to?"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[at] && `${id}-${at}`}
        autoComplete="off"
        placeholder="A page or a site"
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
      />
      <Found id={id} found={found} at={at} onPoint={setAt} onChoose={go} />
      {found.length === 0 && <p role="status">No page or site has these letters.</p>}
    </>
  )
}

/** What the letters lead to so far, and which of it is chosen. */
function useFound(ways: readonly Way[]) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const parts = text.toLowerCase().split(/\s+/)
  const found = ways
    .filter(({ name, of }) => parts.every((part) => `${name} ${of}`.toLowerCase().includes(part)))
    .slice(0, most)
  const type = (next: string) => {
    setText(next)
    setAt(0)
  }
  return { text, type, found, at, setAt }
}

type FoundProps = {
  id: string
  found: readonly Way[]
  at: number
  onPoint(at: number): void
  onChoose(way: Way): void
}

/** What the letters lead to; the chosen one is always in sight. */
function Found({ id, found, at, onPoint, onChoose }: FoundProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div ref={list} id={id} role="listbox" aria-label="Pages and sites" className={css.options}>
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
