import { createRoute } from '@tanstack/react-router'
import { pageComponent } from '../../app/page-code.ts'
import { inside } from '../../app/root.ts'
import { pages } from '../../routes.ts'

const getParentRoute = () => inside

export const issuesPages = [
  createRoute({
    getParentRoute,
    path: pages.issues,
    staticData: { menu: { group: 'Site health', name: 'On-page issues' } },
    component: pageComponent(() => import('./issues.tsx'), 'Issues'),
  }),
] as const
