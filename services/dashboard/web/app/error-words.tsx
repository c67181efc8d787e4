import { app as t } from '../../texts/app.ts'
import { Refusal, sentenceOf } from '../api/refusal.ts'
import { PlanLimit } from '../features/billing/exports.ts'
import type { ErrorWords } from '../kit/error-words.ts'
import { pages } from '../routes.ts'

export const errorWords: ErrorWords = {
  sentenceOf,
  reasonOf: (error) => <Reason error={error} />,
  fieldsOf: (error) => (error instanceof Refusal ? (error.problem.errors ?? []) : []),
}

/** After the end of a session the person signs in in another tab: their input in this one is kept. */
function Reason({ error }: { error: unknown }) {
  const problem = error instanceof Refusal ? error.problem : undefined
  if (problem?.planLimit) return <PlanLimit limit={problem.planLimit} />
  if (problem?.code !== 'not_signed_in') return sentenceOf(error)
  return (
    <>
      {t.yourSessionHasEnded(
        <a href={pages.signIn} target="_blank" rel="noreferrer">
          {t.signInInANew}
        </a>,
      )}
    </>
  )
}
