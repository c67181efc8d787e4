import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute, root } from '../../routing/parents.ts'

export const reportsPages = [
  createRoute({
    getParentRoute,
    path: pages.reports,
    staticData: { menu: { group: 'reports', name: t.reports } },
    component: pageComponent(() => import('./reports.tsx'), 'Reports'),
  }),
  createRoute({
    getParentRoute,
    path: pages.report,
    component: pageComponent(() => import('./report.tsx'), 'Report'),
  }),
] as const

/** For readers, who need no session. */
export const sharedReportPages = [
  createRoute({
    getParentRoute: () => root,
    path: pages.sharedReport,
    component: pageComponent(() => import('./shared-report.tsx'), 'SharedReport'),
  }),
] as const
