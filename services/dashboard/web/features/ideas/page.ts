import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { openSearch } from '../../kit/table/use-view.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'

export const ideasPages = [
  createRoute({
    getParentRoute,
    path: pages.ideas,
    staticData: { menu: { group: 'content', name: t.ideas } },
    validateSearch: openSearch,
    component: pageComponent(() => import('./ideas.tsx'), 'Ideas'),
  }),
] as const
