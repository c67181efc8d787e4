import { useEffect, useRef, useState } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { Dialog } from '../dialog/dialog.tsx'
import css from './keys.module.css'

/** Something that a key does: `j`, or two keys after each other such as `g s`. */
type Key = { keys: string; does: string; run(): void }

const known = new Set<{ current: readonly Key[] }>()
const patienceMs = 1_500
const storageKey = 'single-keys'
const typing =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog], [role=slider]'

/** Offers keys as long as the part is shown; those that were offered last win. */
export function useKeys(keys: readonly Key[]): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    known.add(latest)
    return () => {
      known.delete(latest)
    }
  }, [])
}

function allKeys(): Key[] {
  return [...known].flatMap(({ current }) => current)
}

/** Single keys can be switched off: who speaks to their computer types them by chance. */
function keysAreOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off'
}

function switchKeys(on: boolean): void {
  localStorage.setItem(storageKey, on ? 'on' : 'off')
}

/** Listens for keys, except while a person types. Returns a function that stops it. */
export function listenForKeys(): () => void {
  let before = { key: '', at: 0 }
  const press = (event: KeyboardEvent) => {
    const { key, timeStamp: at, ctrlKey, metaKey, altKey } = event
    const isWithMod = (ctrlKey || metaKey) && !altKey
    if (event.defaultPrevented || (!isWithMod && (altKey || !keysAreOn() || isTyping(event)))) return
    const first = at - before.at < patienceMs ? before.key : ''
    const found = isWithMod ? find(`mod ${key.toLowerCase()}`) : (find(`${first} ${key}`) ?? find(key))
    before = found || isWithMod ? { key: '', at: 0 } : { key, at }
    if (!found) return
    event.preventDefault()
    found.run()
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}

function find(keys: string): Key | undefined {
  return allKeys().findLast((key) => key.keys === keys)
}

function isTyping({ target }: Event): boolean {
  return target instanceof HTMLElement && target.closest(typing) !== null
}

const names: Record<string, string> = { Escape: 'Esc', mod: navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl' }

/** As they are written on this device: `mod k` is Ctrl and k, or ⌘ and k. */
export function keyNames(keys: string): string[] {
  return keys.split(' ').map((key) => names[key] ?? key)
}

export function KeyHelp({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog title={t.keys} open={open} onClose={onClose}>
      {open && <List />}
    </Dialog>
  )
}

function List() {
  const [isOn, setOn] = useState(keysAreOn)
  return (
    <>
      <dl className={css.list}>
        {allKeys().map(({ keys, does }) => (
          <div key={keys} className={css.row}>
            <dt>
              {keyNames(keys).map((key) => (
                <kbd key={key} className={css.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
        <div className={css.row}>
          <dt>
            <kbd className={css.key}>{t.enter}</kbd>
          </dt>
          <dd>{t.openTheRow}</dd>
        </div>
      </dl>
      <label className={css.switch}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            switchKeys(target.checked)
            setOn(target.checked)
          }}
        />
        {t.keysWorkWhenThey}
      </label>
    </>
  )
}
