import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'
import { linkSearch } from './search.ts'

export const linksPages = [
  createRoute({
    getParentRoute,
    path: pages.backlinks,
    staticData: { menu: { group: 'site', name: t.backlinks } },
    validateSearch: linkSearch,
    component: pageComponent(() => import('./backlinks.tsx'), 'Backlinks'),
  }),
] as const
