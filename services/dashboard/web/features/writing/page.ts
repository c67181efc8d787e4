import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { openSearch } from '../../kit/table/use-view.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'

export const writingPages = [
  createRoute({
    getParentRoute,
    path: pages.plans,
    staticData: { menu: { group: 'content', name: t.plan } },
    validateSearch: openSearch,
    component: pageComponent(() => import('./plans.tsx'), 'Plans'),
  }),
  createRoute({
    getParentRoute,
    path: pages.articles,
    staticData: { menu: { group: 'content', name: t.articles } },
    component: pageComponent(() => import('./articles.tsx'), 'Articles'),
  }),
  createRoute({
    getParentRoute,
    path: pages.article,
    component: pageComponent(() => import('./article.tsx'), 'Article'),
  }),
] as const
