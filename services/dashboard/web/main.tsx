import '@fontsource-variable/inter/wght.css'
import './ui/base.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { watchSession } from './api/watch-session.ts'
import { queries, router } from './router.tsx'

addEventListener('vite:preloadError', reloadOnce)
watchSession(queries)

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>,
  )

/** A deploy may have removed a file that this page still wants: the new page wants another one. At most once a minute. */
function reloadOnce(): void {
  const key = 'reloaded-at'
  if (Date.now() - Number(sessionStorage.getItem(key)) < 60_000) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
