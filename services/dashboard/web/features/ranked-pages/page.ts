import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { openSearch } from '../../kit/table/use-view.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'

export const rankedPagesPages = [
  createRoute({
    getParentRoute,
    path: pages.rankedPages,
    staticData: { menu: { group: 'site', name: t.rankedPages } },
    validateSearch: openSearch,
    component: pageComponent(() => import('./ranked-pages.tsx'), 'RankedPages'),
  }),
] as const
