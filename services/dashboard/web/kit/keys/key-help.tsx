import { useState } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { Dialog } from '../dialog/dialog.tsx'
import css from './keys.module.css'
import { allKeys, keysAreOn, switchKeys } from './keys.ts'

const names: Record<string, string> = { Escape: 'Esc', mod: navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl' }

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
