import { useEffect } from 'react'
import { Button } from './button.tsx'
import { useErrorWords } from './error-words.ts'
import { commitAll, forgetFailure, undo, useUndo } from './undo.ts'
import css from './undo-bar.module.css'

/** What was done just now, with the way back; or why it could not be done. */
export function UndoBar() {
  const { waiting, failure } = useUndo()
  const { sentenceOf } = useErrorWords()
  useEffect(() => {
    addEventListener('pagehide', commitAll)
    return () => removeEventListener('pagehide', commitAll)
  }, [])
  const last = waiting.at(-1)
  return (
    <div className={css.place} role="status" data-screen>
      {last ? (
        <div className={css.bar}>
          {last.action.text}
          <Button onClick={() => undo()}>Undo</Button>
        </div>
      ) : (
        failure !== undefined && (
          <div className={css.bar} data-tone="bad">
            {sentenceOf(failure)}
            <Button onClick={forgetFailure}>Close</Button>
          </div>
        )
      )}
    </div>
  )
}
