import '@fontsource-variable/inter/wght.css'
import '../kit/base.css'
import '../kit/print.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { app as t } from '../../texts/app.ts'
import { queries } from '../api/call.ts'
import { Refusal, sentenceOf } from '../api/refusal.ts'
import { watchSession } from '../api/watch-session.ts'
import { PlanLimit } from '../features/billing/exports.ts'
import { ErrorWording, type ErrorWords } from '../kit/notice.tsx'
import { offlineWorker, pages } from '../routes.ts'
import { router } from './router.ts'

const errorWords: ErrorWords = {
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

watchSession(queries)

// A browser without service workers, or an address without TLS, shows its own page.
if (navigator.serviceWorker) void navigator.serviceWorker.register(offlineWorker)

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <ErrorWording value={errorWords}>
          <RouterProvider router={router} />
        </ErrorWording>
      </QueryClientProvider>
    </CSPProvider>,
  )
