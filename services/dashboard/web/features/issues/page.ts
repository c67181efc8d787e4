import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'

export const issuesPages = [
  createRoute({
    getParentRoute,
    path: pages.issues,
    staticData: { menu: { group: 'site', name: t.onPageIssues } },
    component: pageComponent(() => import('./issues.tsx'), 'Issues'),
  }),
] as const
