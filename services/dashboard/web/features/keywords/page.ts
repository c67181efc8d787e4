import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'
import { keywordSearch } from './search.ts'

export const keywordsPages = [
  createRoute({
    getParentRoute,
    path: pages.keywords,
    staticData: { menu: { name: t.keywords, shortcut: { keys: 'g k', does: t.goKeywords } } },
    validateSearch: keywordSearch,
    component: pageComponent(() => import('./keywords-page.tsx'), 'KeywordsPage'),
  }),
  createRoute({
    getParentRoute,
    path: pages.keyword,
    component: pageComponent(() => import('./keyword-page.tsx'), 'KeywordPage'),
  }),
] as const
