import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { Notice } from '../notice.tsx'
import css from './keys.module.css'

/** A place that one can go to. */
export type Way = { id: string; name: string; of: string; go(): void }

/** Goes anywhere by a few letters of its name. */
export function Palette(props: { open: boolean; onClose(): void; ways: readonly Way[]; problem: string | null }) {
  const { open, onClose, ways, problem } = props
  return (
    <Dialog title={t.goTo} open={open} onClose={onClose}>
      {problem !== null && <Notice tone="bad">{t.yourSitesAreMissingHere(problem)}</Notice>}
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
        aria-label={t.whereTo}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[at] && `${id}-${at}`}
        autoComplete="off"
        placeholder={t.pageOrASite}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
      />
      <Found id={id} found={found} at={at} onPoint={setAt} onChoose={go} />
      {found.length === 0 && <p role="status">{t.noPagesOrSitesMatch}</p>}
    </>
  )
}

/** The matches of the typed letters, and the chosen one. */
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

/** The list of matches; scrolls to the chosen one. */
function Found({ id, found, at, onPoint, onChoose }: FoundProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div ref={list} id={id} role="listbox" aria-label={t.pagesAndSites} className={css.options}>
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
