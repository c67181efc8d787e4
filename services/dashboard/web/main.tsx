import '@fontsource-variable/inter/wght.css'
import './ui/base.css'
import './ui/print.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { watchSession } from './api/watch-session.ts'
import { queries } from './router/queries.ts'
import { router } from './router.ts'

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
