import { createRoute } from '@tanstack/react-router'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { inside } from '../../routing/parents.ts'
import { siteSearch } from '../ranks/exports.ts'

const getParentRoute = () => inside

export const keywordsPages = [
  createRoute({
    getParentRoute,
    path: pages.keywords,
    staticData: { menu: { group: 'Ranks', name: 'Keywords', shortcut: { keys: 'g k', does: 'Go to the keywords' } } },
    validateSearch: siteSearch,
    component: pageComponent(() => import('./keywords-page.tsx'), 'KeywordsPage'),
  }),
] as const
