import type { ReactNode } from 'react'
import css from './step-list.module.css'

/** Without a hint it is one line, also on a phone. */
type Step = { name: string; hint: string | null; isDone: boolean; action: ReactNode }
type StepListProps = {
  steps: readonly Step[]
  /** Read out before the name of a step. */
  words: { done: string; open: string }
}

/** Things to do, in their order, each with whether it is done and how to do it. */
export function StepList({ steps, words }: StepListProps) {
  return (
    <ol className={css.list}>
      {steps.map(({ name, hint, isDone, action }) => (
        <li key={name} className={css.step} data-done={isDone} data-hint={hint !== null}>
          <span className={css.mark} aria-hidden="true">
            {isDone && (
              <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
                <path d="M2.5 6.5 5 9 9.5 3.5" fill="none" stroke="currentColor" strokeWidth="1.8" />
              </svg>
            )}
          </span>
          <span className={css.words}>
            <span className="visually-hidden">{isDone ? words.done : words.open} </span>
            <b className={css.name}>{name}</b>
            {hint && <span className={css.hint}>{hint}</span>}
          </span>
          {action}
        </li>
      ))}
    </ol>
  )
}
