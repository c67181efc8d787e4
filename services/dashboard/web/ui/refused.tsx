import type { ReactNode } from 'react'
import { Refusal } from '../api/send.ts'
import { pages } from '../routes.ts'
import { Notice } from './notice.tsx'

/** A refusal as a sentence; anything else is our own fault. */
export function sentenceOf(error: unknown): string {
  return error instanceof Refusal ? error.message : 'Something went wrong on this page. Reload it and try again.'
}

/** Why something was not done, and the way on. After the end of a session that is another tab: what was typed in this one stays. */
export function Refused({ error, children }: { error: unknown; children?: ReactNode }) {
  const hasEnded = error instanceof Refusal && error.problem.code === 'not_signed_in'
  return (
    <Notice tone="bad">
      {hasEnded ? (
        <p>
          Your session has ended.{' '}
          <a href={pages.signIn} target="_blank" rel="noreferrer">
            Sign in in a new tab
          </a>
          , come back and try again: what you typed stays here.
        </p>
      ) : (
        <p>{sentenceOf(error)}</p>
      )}
      {children && <p>{children}</p>}
    </Notice>
  )
}
