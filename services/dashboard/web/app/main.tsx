import '@fontsource-variable/inter/wght.css'
import '../kit/base.css'
import '../kit/print.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { queries } from '../api/queries.ts'
import { watchSession } from '../api/session.ts'
import { ErrorWording } from '../kit/error-words.ts'
import { offlineWorker } from '../routes.ts'
import { errorWords } from './error-words.tsx'
import { router } from './router.ts'

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
