import { createRoute } from '@tanstack/react-router'
import { menu as t } from '../../../texts/menu.ts'
import { pages } from '../../routes.ts'
import { pageComponent } from '../../routing/page-code.ts'
import { getParentRoute } from '../../routing/parents.ts'

export const sitesPages = [
  createRoute({
    getParentRoute,
    path: pages.home,
    staticData: { menu: { name: t.sites, shortcut: { keys: 'g s', does: t.goSites } } },
    component: pageComponent(() => import('./sites.tsx'), 'Sites'),
  }),
  createRoute({
    getParentRoute,
    path: pages.settings,
    staticData: { menu: { group: 'site', name: t.settings, writers: true } },
    component: pageComponent(() => import('./settings.tsx'), 'Settings'),
  }),
] as const
