import { createRoute } from '@tanstack/react-router'
import { pageComponent } from '../../app/page-code.ts'
import { inside } from '../../app/root.ts'
import { pages } from '../../routes.ts'
import { siteSearch } from '../ranks/exports.ts'

const getParentRoute = () => inside

export const overviewPages = [
  createRoute({
    getParentRoute,
    path: pages.site,
    staticData: { menu: { group: 'Ranks', name: 'Overview', shortcut: { keys: 'g o', does: 'Go to the overview' } } },
    validateSearch: siteSearch,
    component: pageComponent(() => import('./overview.tsx'), 'Overview'),
  }),
] as const
