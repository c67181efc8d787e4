import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { viewOf } from '../../kit/table/use-view.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'

export const trashPages = [
  createRoute({
    getParentRoute,
    path: pages.siteTrash,
    validateSearch: viewOf,
    component: pageComponent(() => import('./trash.tsx'), 'SiteTrash'),
  }),
  createRoute({
    getParentRoute,
    path: pages.trash,
    staticData: { menu: { group: 'account', name: t.trash } },
    validateSearch: viewOf,
    component: pageComponent(() => import('./trash.tsx'), 'Trash'),
  }),
] as const
