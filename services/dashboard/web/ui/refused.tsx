import type { ReactNode } from 'react'
import { Refusal } from '../api/send.ts'
import { pages } from '../routes.ts'
import { Notice } from './notice.tsx'
import { PlanLimit } from './plan-room.tsx'

/** A refusal as a sentence; anything else is our own fault. */
export function sentenceOf(error: unknown): string {
  return error instanceof Refusal ? error.message : 'Something went wrong on this page. Reload it and try again.'
}

/** Why something was not done, and the way on. */
export function Refused({ error, children }: { error: unknown; children?: ReactNode }) {
  return (
    <Notice tone="bad">
      <p>
        <Reason error={error} />
      </p>
      {children && <p>{children}</p>}
    </Notice>
  )
}

/** After the end of a session the way on is another tab: what was typed in this one stays. */
function Reason({ error }: { error: unknown }) {
  const problem = error instanceof Refusal ? error.problem : undefined
  if (problem?.planLimit) return <PlanLimit limit={problem.planLimit} />
  if (problem?.code !== 'not_signed_in') return sentenceOf(error)
  return (
    <>
      Your session has ended.{' '}
      <a href={pages.signIn} target="_blank" rel="noreferrer">
        Sign in in a new tab
      </a>
      , come back and try again: what you typed stays here.
    </>
  )
}
