import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'
import { siteSearch } from '../ranks/exports.ts'

export const overviewPages = [
  createRoute({
    getParentRoute,
    path: pages.site,
    staticData: { menu: { name: t.overview, shortcut: { keys: 'g o', does: t.goOverview } } },
    validateSearch: siteSearch,
    component: pageComponent(() => import('./overview.tsx'), 'Overview'),
  }),
] as const
