import { useEffect } from 'react'
import { kit as t } from '../../texts/kit.ts'
import { Button } from './button.tsx'
import { useErrorWords } from './error-words.ts'
import { commitAll, forgetFailure, takeBack, undo, useUndo } from './undo.ts'
import css from './undo-bar.module.css'

/** The last action with its undo, or why it failed. */
export function UndoBar() {
  const { waiting, done, failure } = useUndo()
  const { sentenceOf } = useErrorWords()
  useEffect(() => {
    addEventListener('pagehide', commitAll)
    return () => removeEventListener('pagehide', commitAll)
  }, [])
  const last = waiting.at(-1)
  return (
    <div className={css.place} role="status" data-screen data-passing>
      {last ? (
        <div className={css.bar}>
          {last.action.text}
          <Button onClick={() => undo()}>{t.undo}</Button>
        </div>
      ) : done ? (
        <div className={css.bar}>
          {done.text}
          {done.undo && <Button onClick={() => void takeBack(done)}>{t.undo}</Button>}
        </div>
      ) : (
        failure !== undefined && (
          <div className={css.bar} data-tone="bad">
            {sentenceOf(failure)}
            <Button onClick={forgetFailure}>{t.close}</Button>
          </div>
        )
      )}
    </div>
  )
}
