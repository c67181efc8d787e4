import { useState } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import css from './keys.module.css'
import { allKeys, keysAreOn, switchKeys } from './keys.ts'

const names: Record<string, string> = { Escape: 'Esc', mod: navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl' }

/** The keys that do something on this page, and a switch for all that are pressed alone. */
export function KeyHelp({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog title="Keys" open={open} onClose={onClose}>
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
              {keys.split(' ').map((key) => (
                <kbd key={key} className={css.key}>
                  {names[key] ?? key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
        <div className={css.row}>
          <dt>
            <kbd className={css.key}>Enter</kbd>
          </dt>
          <dd>Open the row</dd>
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
        Keys work when they are pressed alone
      </label>
    </>
  )
}
