import { Refusal, sentenceOf } from '../api/send.ts'
import { PlanLimit } from '../features/billing/exports.ts'
import type { ErrorWords } from '../kit/error-words.ts'
import { pages } from '../routes.ts'

/** How parts of the kit say why the service refused something. */
export const errorWords: ErrorWords = {
  sentenceOf,
  reasonOf: (error) => <Reason error={error} />,
  fieldsOf: (error) => (error instanceof Refusal ? (error.problem.errors ?? []) : []),
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
